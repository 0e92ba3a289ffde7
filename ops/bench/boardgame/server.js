// boardgame.io server with a small card game that has secrets, in memory: what our JSON is beside.
// Called as `node server.js <folder with node_modules> <port>`.
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, port] = process.argv.slice(2);
const { Server } = createRequire(path.join(folder, "package.json"))("boardgame.io/server");

const HAND = 7;
// Cards are objects, as its games have them: so its pushes are about as large as ours.
const cards = ["clubs", "diamonds", "hearts", "spades"].flatMap((suit) =>
  [..."23456789TJQKA"].map((rank) => ({ id: `${suit}-${rank}`, suit, rank })),
);

// Draw the top card, discard one of the hand; an empty stock is made anew from the pile.
const game = {
  name: "cards",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const stock = random.Shuffle(cards);
    const hands = Array.from({ length: ctx.numPlayers }, () => stock.splice(0, HAND));
    return { stock, hands, pile: [stock.pop()], turns: 0 };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    discard: ({ G, random, playerID }, place) => {
      if (!G.stock.length) G.stock = random.Shuffle(G.pile.splice(0, G.pile.length - 1));
      const hand = G.hands[playerID];
      hand.push(G.stock.pop());
      G.pile.push(...hand.splice(place % hand.length, 1));
      G.turns += 1;
    },
  },
  playerView: ({ G, playerID }) => ({
    stock: G.stock.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    pile: G.pile,
    turns: G.turns,
  }),
};

Server({ games: [game], origins: ["*"] }).run({ port: { port: Number(port), host: "127.0.0.1" } });
