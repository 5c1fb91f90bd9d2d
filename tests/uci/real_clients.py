"""Runs a real client against the engine: python3 tests/uci/real_clients.py PROGRAM [match GAMES SECONDS OPPONENT [NODES]]

PROGRAM is a built chesslog. python-chess (chess 1.11.2) goes into a virtual environment in target/uci-clients; where it
cannot be had, this says so and skips. Without more words all that python-chess's engine module can ask is asked. With
`match`, games are played at SECONDS a move, or NODES positions for the engine, under python-chess as the arbiter, against
OPPONENT: `random`; `itself`, which is the search alone, with as many positions; or `stockfish`, `stockfish:skill=0`,
`stockfish:elo=1800` where Stockfish is installed. OPTIONS in the environment, such as `OwnBook=false;PieceNetwork=true`,
are set for the engine. Exit status 0: all passed, or skipped; 1: something failed.
"""

import asyncio
import math
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = ["chess==1.11.2"]


def with_chess():
    """Goes on in the virtual environment, which has python-chess."""
    try:
        import chess.engine  # noqa: F401

        return True
    except ImportError:
        pass
    folder = HERE.parent.parent / "target" / "uci-clients"
    python = folder / "bin" / "python"
    if os.environ.get("CHESSLOG_UCI_CLIENTS"):
        print("SKIPPED: python-chess cannot be installed; see above")
        return False
    if not python.exists():
        if subprocess.run([sys.executable, "-m", "venv", folder]).returncode:
            print("SKIPPED: no virtual environment can be made; see above")
            return False
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES])
    os.environ["CHESSLOG_UCI_CLIENTS"] = "1"
    os.execv(python, [str(python), "-B", *sys.argv])


async def client(program, tests):
    import chess
    import chess.engine

    async def start():
        _, engine = await chess.engine.popen_uci([program, "uci"])
        return engine

    failed = 0
    for test in tests:
        engine = await start()
        begun = time.monotonic()
        try:
            await asyncio.wait_for(test(engine, chess), 60)
            print(f"ok   {test.__name__} ({time.monotonic() - begun:.1f} s)")
        except Exception as error:  # noqa: BLE001
            failed += 1
            print(f"FAIL {test.__name__}: {error!r}")
        try:
            await asyncio.wait_for(engine.quit(), 5)
        except Exception as error:  # noqa: BLE001
            failed += 1
            print(f"FAIL {test.__name__}: at the end: {error!r}")
    return failed


async def plays_by_any_limit(engine, chess):
    board = chess.Board()
    limits = [
        {"time": 0.1},
        {"depth": 6},
        {"nodes": 2000},
        {"white_clock": 5, "black_clock": 5, "white_inc": 0.1, "black_inc": 0.1},
        {"white_clock": 1, "black_clock": 1, "remaining_moves": 1},
        {"white_clock": 0.01, "black_clock": 0.01},
    ]
    for limit in limits:
        begun = time.monotonic()
        result = await engine.play(board, chess.engine.Limit(**limit), info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (limit, result)
        assert "score" in result.info and "string" in result.info, (limit, result.info)
        if "time" in limit:
            assert time.monotonic() - begun < 0.2, limit
        board.push(result.move)


async def finds_mates(engine, chess):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    result = await engine.play(board, chess.engine.Limit(mate=1))
    assert board.uci(result.move) == "h5f7"
    info = await engine.analyse(board, chess.engine.Limit(depth=4))
    assert info["score"].white() == chess.engine.Mate(1), info
    assert await engine.analyse(board, chess.engine.Limit(mate=2)) is not None


async def analyses_several_lines(engine, chess):
    board = chess.Board()
    lines = await engine.analyse(board, chess.engine.Limit(depth=6), multipv=4)
    assert len(lines) == 4 and len({line["pv"][0] for line in lines}) == 4, lines
    scores = [line["score"].relative.score() for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    lines = await engine.analyse(board, chess.engine.Limit(depth=4), multipv=500)
    assert len(lines) == 20
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    info = await engine.analyse(board, chess.engine.Limit(depth=5), root_moves=moves)
    assert info["pv"][0] in moves, info


async def analyses_until_it_is_stopped(engine, chess):
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    delays = []
    for _ in range(20):
        with await engine.analysis(board, root_moves=list(board.legal_moves)[:5]) as analysis:
            async for info in analysis:
                if info.get("depth", 0) >= 5:
                    break
            begun = time.monotonic()
            analysis.stop()
            await analysis.wait()
            delays.append(time.monotonic() - begun)
    assert max(delays) < 0.05, delays


async def ponders(engine, chess):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=3, black_clock=3)
    for _ in range(12):
        result = await engine.play(board, limit, ponder=True)
        board.push(result.move)
        if board.is_game_over():
            break
        hit = result.ponder is not None and random.random() < 0.5
        reply = result.ponder if hit else random.choice(list(board.legal_moves))
        board.push(reply)
        if board.is_game_over():
            break


async def castles_in_any_chess(engine, chess):
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        for _ in range(16):
            result = await engine.play(board, chess.engine.Limit(nodes=500))
            assert result.move in board.legal_moves
            board.push(result.move)
    board = chess.Board("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1")
    info = await engine.analyse(board, chess.engine.Limit(depth=3), root_moves=[chess.Move.from_uci("e1g1")])
    assert board.uci(info["pv"][0]) == "e1g1"


async def ends_of_the_game(engine, chess):
    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"):
        info = await engine.analyse(chess.Board(fen), chess.engine.Limit(depth=3))
        assert not info.get("pv"), info
    board = chess.Board()
    for move in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split():
        board.push_uci(move)
    # The third time is a draw.
    info = await engine.analyse(board, chess.engine.Limit(depth=4), root_moves=[chess.Move.from_uci("f6g8")])
    assert info["score"].relative == chess.engine.Cp(0), info


async def options(engine, chess):
    await engine.configure({"Hash": 8, "Threads": 2, "OwnBook": False, "Move Overhead": 10})
    result = await engine.play(chess.Board(), chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
    assert result.info["string"].startswith("search"), result.info
    await engine.configure({"OwnBook": True, "OpeningPreferences": "d4 9", "Seed": 1})
    result = await engine.play(chess.Board(), chess.engine.Limit(time=0.1), game=object())
    assert result.move == chess.Move.from_uci("d2d4"), result
    board = chess.Board("8/8/8/8/8/2k5/8/R3K3 w - - 0 1")
    result = await engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
    assert "because" in result.info["string"], result.info


async def stops_at_any_moment(engine, chess):
    board = chess.Board()
    for _ in range(1000):
        analysis = await engine.analysis(board)
        await asyncio.sleep(random.random() * 0.01)
        analysis.stop()
        result = await analysis.wait()
        assert result.move in board.legal_moves
        if random.random() < 0.05:
            board.push(result.move)
        if board.is_game_over():
            board = chess.Board()


async def match(program, games, seconds, name, nodes):
    import chess
    import chess.engine

    # What is lost between the programs.
    grace = 0.25
    _, ours = await chess.engine.popen_uci([program, "uci"])
    theirs = None
    if name.startswith("stockfish"):
        path = shutil.which("stockfish") or "/usr/games/stockfish"
        if not Path(path).exists():
            print("SKIPPED: there is no stockfish")
            return True
        _, theirs = await chess.engine.popen_uci(path)
        _, _, setting = name.partition(":")
        key, _, value = setting.partition("=")
        if key == "skill":
            await theirs.configure({"Skill Level": int(value)})
        if key == "elo":
            await theirs.configure({"UCI_LimitStrength": True, "UCI_Elo": int(value)})
    if name == "itself":
        _, theirs = await chess.engine.popen_uci([program, "uci"])
        await theirs.configure({"OwnBook": False, "Endgames": False})
    set_by_user = os.environ.get("OPTIONS", "").split(";")
    await ours.configure(dict(option.split("=", 1) for option in set_by_user if option))
    limit = chess.engine.Limit(time=seconds)
    our_limit = chess.engine.Limit(nodes=nodes) if nodes else limit
    if name == "itself":
        limit = our_limit
    score = [0, 0, 0]
    faults = []
    rng = random.Random(1)
    for game in range(games):
        board = chess.Board()
        # Both play each opening once.
        if game % 2 == 0:
            opening = []
            trial = chess.Board()
            while len(opening) < 4:
                move = rng.choice(list(trial.legal_moves))
                trial.push(move)
                opening.append(move)
        for move in opening:
            board.push(move)
        white = game % 2 == 0
        token = object()
        while not board.is_game_over(claim_draw=True):
            if (board.turn == chess.WHITE) == white:
                begun = time.monotonic()
                move = (await ours.play(board, our_limit, game=token)).move
                took = time.monotonic() - begun
                if took > seconds + grace:
                    faults.append(f"game {game}: {took:.2f} s in {board.fen()}")
                if move not in board.legal_moves:
                    faults.append(f"game {game}: {move} in {board.fen()}")
                    break
            elif theirs:
                move = (await theirs.play(board, limit, game=token)).move
            else:
                move = rng.choice(list(board.legal_moves))
            board.push(move)
        outcome = board.outcome(claim_draw=True)
        winner = outcome.winner if outcome else (not white)
        score[1 if winner is None else 0 if winner == white else 2] += 1
        if (game + 1) % 10 == 0 or game + 1 == games:
            print(f"{game + 1} games: +{score[0]} ={score[1]} -{score[2]} {elo(score)}", flush=True)
    await ours.quit()
    if theirs:
        await theirs.quit()
    for fault in faults:
        print("FAULT", fault)
    return not faults


def elo(score):
    """The difference in rating that would give such a score, with the range of two standard errors."""
    games = sum(score)
    mean = (score[0] + score[1] / 2) / games
    spread = (score[0] * (1 - mean) ** 2 + score[1] * (0.5 - mean) ** 2 + score[2] * mean**2) / games
    error = 2 * math.sqrt(spread / games)

    def difference(share):
        share = min(max(share, 0.5 / games), 1 - 0.5 / games)
        return 400 * math.log10(share / (1 - share))

    low, middle, high = (difference(share) for share in (mean - error, mean, mean + error))
    return f"{middle:+.0f} Elo ({low:+.0f} to {high:+.0f})"


def main():
    if len(sys.argv) not in (2, 6, 7):
        sys.exit("usage: python3 tests/uci/real_clients.py PROGRAM [match GAMES SECONDS OPPONENT [NODES]]")
    if not with_chess():
        return
    program = str(Path(sys.argv[1]).resolve())
    if len(sys.argv) > 2:
        games, seconds, opponent = int(sys.argv[3]), float(sys.argv[4]), sys.argv[5]
        nodes = int(sys.argv[6]) if len(sys.argv) == 7 else None
        sys.exit(0 if asyncio.run(match(program, games, seconds, opponent, nodes)) else 1)
    tests = [
        plays_by_any_limit,
        finds_mates,
        analyses_several_lines,
        analyses_until_it_is_stopped,
        ponders,
        castles_in_any_chess,
        ends_of_the_game,
        options,
        stops_at_any_moment,
    ]
    sys.exit(1 if asyncio.run(client(program, tests)) else 0)


if __name__ == "__main__":
    main()
