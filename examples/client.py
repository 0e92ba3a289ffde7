"""A program that plays any game by its legal moves.

    COURTYARD_TOKEN=cy_... python client.py http://localhost:8000 <game>      against house bots
    COURTYARD_TOKEN=cy_... python client.py http://localhost:8000 <code>      at somebody's table

The token needs the scopes read, play and tables. It is made under /me/tokens/.
"""

import asyncio
import json
import os
import random
import secrets
import sys
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

SITE, WHERE = sys.argv[1].rstrip("/"), sys.argv[2]
HEADERS = {"Authorization": f"Bearer {os.environ['COURTYARD_TOKEN']}"}


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {**HEADERS, "Content-Type": "application/json"}
    with urlopen(Request(f"{SITE}/api/v1/{path}", data, headers, method=method)) as answer:
        return json.load(answer)


def take_a_seat():
    games = {game["key"]: game for game in call("GET", "games")}
    if WHERE in games:
        table = call("POST", f"games/{WHERE}/practise", {"level": games[WHERE]["levels"][0]})
    else:
        table = call("POST", f"tables/{WHERE}/sit")
    print("at table", table["url"])
    call("POST", f"tables/{table['code']}/ready", {"nonce": secrets.token_hex(16)})
    return table["code"]


async def play(code):
    url = f"{SITE.replace('http', 'ws', 1)}/api/v1/tables/{code}/ws"
    async with connect(url, additional_headers=HEADERS) as socket:
        match = answered = None
        async for text in socket:
            told = json.loads(text)
            if told.get("status") == "running":
                match = told["match"]
                if told["legalMoves"] and told["seq"] != answered:
                    answered, move = told["seq"], random.choice(told["legalMoves"])
                    wish = {"id": secrets.token_hex(8), "move": move, "seen": answered}
                    await asyncio.sleep(0.1)  # ten messages a second are enough
                    await socket.send(json.dumps(wish))
            elif match and told.get("match") == match:
                return print(told["result"]["headline"])
            elif "refused" in told or "bye" in told:
                print(told.get("sentence") or told["why"])


asyncio.run(play(take_a_seat()))
