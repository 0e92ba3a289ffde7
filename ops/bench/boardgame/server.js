// boardgame.io server with a small card game that has secrets, in memory: what our JSON is beside.
// Called as `node server.js <folder with node_modules> <port> <cards that lie open>`.
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, port, open] = process.argv.slice(2);
const { Server } = createRequire(path.join(folder, "package.json"))("boardgame.io/server");

const HAND = 7;
// Cards are objects, as its games have them.
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
    const market = Array.from({ length: Number(open) }, (_, place) => cards[place % cards.length]);
    return { stock, hands, market, pile: [stock.pop()], turns: 0 };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    discard: ({ G, random, playerID }, place) => {
      if (!G.stock.length) G.stock = random.Shuffle(G.pile.splice(0, G.pile.length - 1));
      const hand = G.hands[playerID];
      hand.push(G.stock.pop());
      const [card] = hand.splice(place % hand.length, 1);
      if (G.market.length) G.market[G.turns % G.market.length] = card;
      G.pile.push(card);
      G.turns += 1;
    },
  },
  playerView: ({ G, playerID }) => ({
    stock: G.stock.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    pile: G.pile,
    market: G.market,
    turns: G.turns,
  }),
};

Server({ games: [game], origins: ["*"] }).run({ port: { port: Number(port), host: "127.0.0.1" } });
