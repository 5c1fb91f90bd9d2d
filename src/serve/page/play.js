// The tab Play: opponents on the big board and on small ones, their reasons, and strategies that can be proved.

import { attempt, button, byId, call, complain, isAbort, make, on, tab } from "./api.js";
import { boardButton, icon, turn } from "./board.js";
import { Game, end, path } from "./games.js";

const FILES = "abcdefgh";
const SMALL = { x: "x", o: "o", w: "white pawn", b: "black pawn", e: "empty" };

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const other = (side) => (side === "white" ? "black" : "white");

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const say = (text) => (byId("play-status").textContent = text);

function log(name, who, reasons) {
	const head = make("strong", {}, name);
	byId("play-log").prepend(make("li", {}, head, who ? ` (${who})` : "", ...reasons.map((reason) => make("p", {}, reason))));
}

/** The result tag for a sentence that says how a game has ended. */
function resultOf(sentence) {
	if (sentence.includes("White has won")) return "1-0";
	if (sentence.includes("Black has won")) return "0-1";
	return /draw/i.test(sentence) ? "1/2-1/2" : "*";
}

/** A game of chess on the big board. It owns the board until it is left. */
class ChessGame {
	#page;
	#opponent;
	#level;
	#side;
	#game;
	#waiting = null;
	#over = false;

	constructor(page, opponent, level, fen, side) {
		this.#page = page;
		this.#opponent = opponent;
		this.#level = level;
		this.#side = side;
		this.#game = new Game(fen);
		const names = { [side]: "You", [other(side)]: opponent.ending ? "Chesslog" : opponent.title };
		const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
		this.#game.tags = [["Event", "Game with Chesslog"], ["Date", date], ["White", names.white], ["Black", names.black]];
	}

	async begin() {
		const page = this.#page;
		const { ending, title } = this.#opponent;
		await page.load(this.#game);
		page.owner = {
			text: `${ending ? title : `You play against ${title}`}; you are ${capital(this.#side)}.`,
			mayMove: (node) => this.#mayMove(node),
			moved: () => this.#reply(),
			leave: () => this.leave(),
		};
		page.board.flip(this.#side);
		await page.render();
		say("It is your move.");
		if (turn(this.#game.root.fen) !== this.#side) await this.#reply();
	}

	#mayMove(node) {
		return !this.#over && !this.#waiting && !node.children.length && turn(node.fen) === this.#side;
	}

	async #reply() {
		const page = this.#page;
		const mine = (this.#waiting = new AbortController());
		say("It thinks …");
		complain(byId("play-error"));
		const moves = path(end(this.#game.root)).map(({ uci }) => uci);
		const asked = { tab, opponent: this.#opponent.id, level: this.#level, fen: this.#game.root.fen, moves, seed: seed(), program: page.rules() };
		try {
			const answer = await call("reply", asked, mine.signal);
			this.#waiting = null;
			if (answer.move) {
				await page.go(end(this.#game.root));
				await page.play(answer.move, [[answer.who, answer.reasons.join("; ")].filter(Boolean).join(": ")]);
				log(answer.san, answer.who, answer.reasons);
			}
			this.#over = Boolean(answer.end);
			if (answer.end) this.#game.result = resultOf(answer.end);
			say(answer.end ?? "It is your move.");
			await page.render();
		} catch (problem) {
			if (isAbort(problem)) return;
			this.#waiting = null;
			say("It has not moved.");
			complain(byId("play-error"), problem);
		}
	}

	/** Takes back moves until the person is to move, one of his at least. */
	async takeBack() {
		const game = this.#game;
		this.#waiting?.abort();
		this.#waiting = null;
		let node = end(game.root);
		const mine = path(node).findLast((each) => turn(each.parent.fen) === this.#side);
		if (!mine) return say("There is no move of yours to take back.");
		node = mine.parent;
		game.remove(mine);
		game.result = "*";
		this.#over = false;
		await this.#page.go(node);
		say("It is your move.");
	}

	leave() {
		this.#waiting?.abort();
		say("You have left the game. It is still on the board.");
		byId("play-back").disabled = true;
	}
}

/** A game on a small board of its own, of buttons. */
class SmallGame {
	#opponent;
	/** What the opponent moves: 0 if it begins. */
	#first;
	#states = [];
	#held = null;
	#waiting = null;
	#cells = [];
	#over = false;

	constructor(opponent, first) {
		this.#opponent = opponent;
		this.#first = first;
	}

	async begin() {
		const now = await this.#look();
		this.#states = [now];
		this.#build(now);
		this.#draw();
		if (!this.#first) await this.#reply();
	}

	#look(state) {
		return call("board", { game: this.#opponent.game, state });
	}

	get #now() {
		return this.#states.at(-1);
	}

	get #mine() {
		return !this.#over && !this.#waiting && (this.#states.length % 2 === 1) === this.#first;
	}

	#name(index) {
		const { size, naming } = this.#now;
		return naming === "numbers" ? String(index + 1) : FILES[index % size] + (Math.floor(index / size) + 1);
	}

	#build({ size, naming, squares }) {
		const host = byId("small-board");
		this.#cells = squares.map((_, index) => button("", () => this.#press(index)));
		const rows = Array.from({ length: size }, (_, row) => this.#cells.slice(row * size, (row + 1) * size));
		// Row 1 is below where squares have coordinates.
		const shown = (naming === "numbers" ? rows : rows.reverse()).flat();
		host.style.gridTemplateColumns = `repeat(${size}, 1fr)`;
		host.className = naming === "numbers" ? "oxo" : "pawns";
		shown.forEach((cell, at) => cell.classList.toggle("dark", (at % size) % 2 !== Math.floor(at / size) % 2));
		host.replaceChildren(...shown);
	}

	#draw() {
		const { squares, moves, end } = this.#now;
		this.#over = Boolean(end) || this.#over;
		squares.forEach((letter, index) => {
			const cell = this.#cells[index];
			const goal = this.#mine && moves.some((move) => move.to === index && (move.from ?? this.#held) === this.#held);
			cell.replaceChildren({ w: icon("P"), b: icon("p"), e: "" }[letter] ?? letter);
			cell.classList.toggle("held", index === this.#held);
			cell.classList.toggle("goal", goal);
			cell.setAttribute("aria-label", `${this.#name(index)}, ${SMALL[letter]}${goal ? ", can go here" : ""}`);
			cell.setAttribute("aria-pressed", index === this.#held);
		});
		if (end) say(end);
		else if (this.#mine) say("It is your move.");
	}

	async #press(index) {
		if (!this.#mine) return;
		const { moves } = this.#now;
		const move = moves.find((move) => move.to === index && (move.from === null || move.from === this.#held));
		if (!move) {
			this.#held = moves.some((move) => move.from === index) && this.#held !== index ? index : null;
			return this.#draw();
		}
		this.#held = null;
		// Until the board is there, another click is none.
		this.#waiting = new AbortController();
		await attempt(byId("play-error"), async () => {
			this.#states.push(await this.#look(move.state).finally(() => (this.#waiting = null)));
			this.#draw();
			if (!this.#over) await this.#reply();
		});
	}

	async #reply() {
		const { game } = this.#opponent;
		const mine = (this.#waiting = new AbortController());
		say("It thinks …");
		const answer = await call("move", { game, state: this.#now.state, seed: seed() }, mine.signal).finally(() => (this.#waiting = null));
		this.#over = answer.resigns;
		if (!answer.resigns) this.#states.push(await this.#look(answer.state));
		log(answer.resigns ? "It resigns" : answer.name, "", answer.reasons);
		this.#draw();
		if (answer.resigns) say("It resigns: you have won.");
		else if (answer.end) say(answer.end);
	}

	takeBack() {
		this.#waiting?.abort();
		this.#waiting = null;
		const least = this.#first ? 1 : 2;
		if (this.#states.length <= least) return say("There is no move of yours to take back.");
		do this.#states.pop();
		while ((this.#states.length % 2 === 1) !== this.#first);
		this.#over = false;
		this.#held = null;
		this.#draw();
	}

	leave() {
		this.#waiting?.abort();
		byId("small-board").replaceChildren();
	}
}

function setUpStrategy(page) {
	const box = byId("strategy-box");
	const text = byId("strategy");
	const error = byId("prove-error");
	const proof = byId("proof");
	let ending = null;
	let filled = null;

	function fill() {
		proof.replaceChildren();
		text.value = "";
		filled = ending;
		return attempt(error, async () => (text.value = (await call("strategy", { ending: filled })).text));
	}

	async function prove() {
		const prover = byId("prove");
		prover.disabled = true;
		proof.replaceChildren(make("p", { class: "note" }, "It is played against every defence …"));
		await attempt(error, async () => show(await call("prove", { text: text.value, ending })));
		if (!error.hidden) proof.replaceChildren();
		prover.disabled = false;
	}

	function show({ complete, text, failures }) {
		const verdict = complete ? "Proved: it wins against every defence." : "It does not always win. Look at the positions below.";
		const boards = failures.flatMap(({ kind, count, examples }) => [
			make("h3", {}, `${capital(kind.replaceAll("_", " "))}: ${count.positions} positions`),
			make("div", { class: "boards" }, ...examples.map(({ fen, line }) => make("figure", {}, boardButton(fen, () => page.set(fen)), make("figcaption", {}, line)))),
		]);
		proof.replaceChildren(make("p", {}, make("strong", {}, verdict)), make("pre", {}, text), ...boards);
	}

	box.addEventListener("toggle", () => box.open && filled !== ending && fill());
	on("strategy-again", "click", fill);
	on("prove", "click", prove);
	return (chosen) => {
		ending = chosen;
		box.hidden = !chosen;
		if (box.open && chosen && filled !== chosen) fill();
	};
}

export function setup(page) {
	const [select, level, side] = ["opponent", "level", "side"].map(byId);
	const error = byId("play-error");
	const showStrategy = setUpStrategy(page);
	let opponents = [];
	let current = null;

	const chosen = () => opponents.find(({ id }) => id === select.value);

	function describe() {
		const { about, levels, game, ending } = chosen();
		byId("opponent-about").textContent = about;
		level.replaceChildren(...levels.map(({ id, title }) => make("option", { value: id }, title)));
		level.selectedIndex = Math.min(2, levels.length - 1);
		for (const element of document.querySelectorAll(".for-level")) element.hidden = !levels.length;
		for (const element of document.querySelectorAll(".for-side")) element.hidden = Boolean(ending);
		const sides = game === "chess" ? ["White", "Black"] : ["first", "second"];
		[...side.options].forEach((option, at) => (option.textContent = sides[at]));
		byId("play-here").hidden = game !== "chess" || Boolean(ending);
		showStrategy(ending);
	}

	async function begin(fen) {
		const opponent = chosen();
		if (!opponent) return;
		page.leave();
		current?.leave();
		current = null;
		byId("play-log").replaceChildren();
		await attempt(error, async () => {
			if (opponent.game === "chess") {
				const start = await call("start", { opponent: opponent.id, seed: seed() });
				current = new ChessGame(page, opponent, level.value || undefined, fen ?? start.fen, opponent.ending ? start.side : side.value);
			} else {
				current = new SmallGame(opponent, side.value === "white");
			}
			byId("play-back").disabled = false;
			await current.begin();
		});
	}

	select.addEventListener("change", describe);
	on("play-new", "click", () => begin());
	on("play-here", "click", () => begin(page.fen()));
	on("play-back", "click", () => current?.takeBack());
	attempt(error, async () => {
		({ opponents } = await call("opponents"));
		const kind = ({ game, ending }) => (ending ? "Endings" : game === "chess" ? "Chess" : "Small games");
		for (const label of ["Chess", "Endings", "Small games"]) {
			const members = opponents.filter((each) => kind(each) === label);
			select.append(make("optgroup", { label }, ...members.map(({ id, title }) => make("option", { value: id }, title))));
		}
		describe();
	});
}
