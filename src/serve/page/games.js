// Games: a game as a tree of moves, the list of its moves, and the collections that games are chosen from.

import { attempt, button, byId, call, copy, make, on } from "./api.js";

/** Signs of the numeric annotation glyphs that are in use. */
const NAGS = {
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱",
	16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 32: "⟳", 36: "→", 40: "↑", 132: "⇆",
	138: "⊕", 140: "∆", 146: "N",
};
const LARGEST = 60 << 20;

/** Those of some texts that are not empty or "?"; of a date what is known. */
const known = (...texts) => texts.map((text) => (text ?? "").replace(/(^|\.)\?.*/, "")).filter(Boolean);

/** A tree of moves. The first child of a node goes on with its line; the others are variations. */
export class Game {
	tags = [];
	result = "*";
	/** Grows with each change, so that a list of moves knows whether it is out of date. */
	version = 0;

	constructor(fen) {
		this.root = { fen, ply: 0, parent: null, children: [], comments: [], nags: [] };
	}

	/** The game of an answer to the call `game`. */
	static read({ tags, fen, result, line }) {
		const game = new Game(fen);
		game.tags = tags;
		game.result = result;
		game.#graft(game.root, line);
		return game;
	}

	#graft(node, line) {
		node.comments.push(...line.comments);
		let at = node;
		for (const move of line.moves) {
			const before = at;
			at = this.add(before, move);
			at.nags = move.nags;
			at.comments = move.comments;
			for (const variation of move.variations) this.#graftVariation(before, variation);
		}
	}

	/** A comment that stands before a variation belongs to its first move. */
	#graftVariation(before, { comments, moves }) {
		if (!moves.length) return;
		this.#graft(before, { comments: [], moves });
		const first = before.children.find((child) => child.uci === moves[0].uci);
		if (comments.length) first.before = comments;
	}

	/** The node after a move, which is added if it is new. */
	add(node, { uci, san, fen }) {
		const known = node.children.find((child) => child.uci === uci);
		if (known) return known;
		const child = { uci, san, fen, ply: node.ply + 1, parent: node, children: [], comments: [], nags: [] };
		node.children.push(child);
		this.version++;
		return child;
	}

	comment(node, texts) {
		node.comments.push(...texts);
		this.version++;
	}

	remove(node) {
		const siblings = node.parent.children;
		siblings.splice(siblings.indexOf(node), 1);
		this.version++;
	}

	tag(name) {
		return this.tags.find(([key]) => key === name)?.[1] ?? "";
	}

	title() {
		const [white, black] = [this.tag("White"), this.tag("Black")].map((name) => (name === "?" ? "" : name));
		if (!white && !black) return "";
		return [`${white || "?"} – ${black || "?"}`, ...known(this.tag("Event"), this.tag("Date"))].join(", ");
	}
}

export const end = (node) => (node.children.length ? end(node.children[0]) : node);

export function path(node) {
	const nodes = [];
	for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
	return nodes;
}

/** What stands before a move that is made in this position: "12. ", or for Black nothing, but "12… " where it has to be. */
export function moveNumber(fen, always) {
	const [, side, , , , full] = fen.split(" ");
	if (side === "w") return `${full}. `;
	return always ? `${full}… ` : "";
}

class MoveList {
	#host = byId("moves");
	#buttons = new Map();
	#shown = null;
	#version = -1;
	#page;

	constructor(page) {
		this.#page = page;
		page.listen("node", () => this.#update());
	}

	#update() {
		const { game, node } = this.#page;
		if (game !== this.#shown || game.version !== this.#version) this.#build(game);
		this.#host.querySelector("[aria-current]")?.removeAttribute("aria-current");
		const current = this.#buttons.get(node);
		if (!current) return void (this.#host.scrollTop = 0);
		current.setAttribute("aria-current", "true");
		// Only the list shall scroll, never the page.
		const [outer, inner] = [this.#host.getBoundingClientRect(), current.getBoundingClientRect()];
		if (inner.top < outer.top || inner.bottom > outer.bottom) this.#host.scrollTop += inner.top - outer.top - outer.height / 2;
	}

	#build(game) {
		this.#shown = game;
		this.#version = game.version;
		this.#buttons.clear();
		const line = make("div", { class: "line" });
		this.#comments(line, game.root.comments);
		this.#line(line, game.root, true);
		if (game.result !== "*") line.append(make("strong", {}, game.result));
		if (!game.root.children.length) line.append(make("span", { class: "note" }, "No moves yet."));
		this.#host.replaceChildren(line);
	}

	/** Writes what follows a node; variations come after the move that they replace. */
	#line(host, start, numbered) {
		let node = start;
		while (node.children.length) {
			const [main, ...variations] = node.children;
			this.#move(host, main, numbered);
			numbered = this.#comments(host, main.comments);
			for (const variation of variations) {
				const inner = make("div", { class: "line" });
				this.#comments(inner, variation.before ?? []);
				this.#move(inner, variation, true);
				this.#line(inner, variation, this.#comments(inner, variation.comments));
				host.append(inner);
				numbered = true;
			}
			node = main;
		}
	}

	#move(host, node, numbered) {
		const text = moveNumber(node.parent.fen, numbered) + node.san + node.nags.map((nag) => NAGS[nag] ?? ` $${nag}`).join("");
		const element = button(text, () => this.#page.go(node), { class: "move" });
		this.#buttons.set(node, element);
		host.append(element, " ");
	}

	#comments(host, comments) {
		for (const comment of comments) host.append(make("span", { class: "comment" }, comment), " ");
		return comments.length > 0;
	}
}

export async function readFile(file) {
	if (file.size > LARGEST) throw new Error("This file is larger than 60 MB. Cut a smaller one from it.");
	if (/\.(zst|gz|bz2|zip)$/.test(file.name)) throw new Error("This file is compressed. Unpack it first.");
	return file.text();
}

/** What follows a node, as the call `pgn` wants it: variations hang on the moves that they replace. */
function following(node) {
	const moves = [];
	for (let at = node; at.children.length; at = at.children[0]) {
		const [main, ...variations] = at.children;
		const others = variations.map((first) => ({ comments: first.before ?? [], moves: [sent(first), ...following(first)] }));
		moves.push({ ...sent(main), variations: others });
	}
	return moves;
}

const sent = ({ uci, nags, comments }) => ({ uci, nags, comments, variations: [] });

/** The game on the board as PGN, with its variations. */
async function written({ game }) {
	const line = { comments: game.root.comments, moves: following(game.root) };
	const { pgn } = await call("pgn", { tags: game.tags, fen: game.root.fen, line, result: game.result });
	return pgn;
}

function download(name, text) {
	const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" })), download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function setup(page) {
	new MoveList(page);
	const error = byId("games-error");
	let source = {};

	async function list(from) {
		source = from;
		const { games, cut } = await call("games", from);
		show(games, cut);
		if (games.length === 1) await open(1);
	}

	async function open(number) {
		const answer = await call("game", { ...source, number });
		await page.load(Game.read(answer));
		if (answer.problem) throw new Error(answer.problem);
	}

	const attemptList = (from) => attempt(error, () => list(from));

	function show(games, cut) {
		const items = games.map(({ number, white, black, event, date, result, plies, opening }) => {
			const about = known(event, date, opening, `${Math.ceil(plies / 2)} moves`);
			const name = make("strong", {}, `${white || "?"} – ${black || "?"} ${result}`);
			return make("li", {}, button(name, () => attempt(error, () => open(number)), { class: "link" }), make("span", { class: "note" }, about.join(", ")));
		});
		const list = make("ol", { class: "games" }, ...items);
		byId("games-list").replaceChildren(list, cut ? make("p", { class: "note" }, "There are more games than are listed.") : "");
	}

	on("games-name", "change", ({ target }) => target.value && attemptList({ name: target.value }));
	on("games-read", "click", () => attemptList({ text: byId("games-text").value }));
	on("games-file", "change", ({ target }) => target.files[0] && readGames(target.files[0]));
	on("pgn-save", "click", () => page.attempt(async () => download("chesslog.pgn", await written(page))));
	on("pgn-copy", "click", ({ target }) => page.attempt(async () => copy(await written(page), target)));

	function readGames(file) {
		page.open("explain");
		byId("games-box").open = true;
		return attempt(error, async () => list({ text: await readFile(file) }));
	}

	attempt(error, async () => {
		const { names } = await call("games");
		byId("games-name").append(...names.map((name) => make("option", {}, name)));
	});
	return { readGames };
}
