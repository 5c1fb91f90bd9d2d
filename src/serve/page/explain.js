// The tab Explain: why moves win here, what threatens, what is weak, why the last move was made; the heat map; rules.

import { boardButton } from "./board.js";
import { attempt, button, byId, call, complain, copy, isAbort, keep, kept, make, on } from "./api.js";
import { moveNumber } from "./games.js";

/** Milliseconds before a position is explained, so that walking through a game stays light. */
const PAUSE = 150;
const KINDS = {
	proved: "a mate, a table or the rules",
	searched: "nothing else was found by the search",
	opinion: "a matter of taste",
};
/** Something to look at for whoever comes first. */
const SAMPLES = [
	["A fork", "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1"],
	["A back rank", "6k1/5ppp/8/8/8/8/1Q3PPP/3R2K1 w - - 0 1"],
	["A shut-in king", "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1"],
];

const badge = (kind) => make("span", { class: `badge ${kind}`, title: KINDS[kind] }, kind);

const isLine = (guest) => guest?.kind === "line";

/** Shows the position in a line after some of its plies; 0 is where it begins. */
function preview(page, { base, plies }, at) {
	const ply = plies[at - 1];
	const before = at > 1 ? plies[at - 2].fen : base.fen;
	const step = (steps) => {
		const goal = { "-2": 0, 2: plies.length }[steps] ?? at + steps;
		return goal !== at && goal >= 0 && goal <= plies.length ? () => preview(page, { base, plies }, goal) : null;
	};
	const insert = () => {
		let node = base;
		const nodes = plies.map((each) => (node = page.game.add(node, each)));
		page.go(nodes[at - 1] ?? base);
	};
	page.invite({
		kind: "line",
		text: ply ? `A line, after ${moveNumber(before, true)}${ply.san}` : "A line, before its first move",
		buttons: [button("Keep it", insert), button("Back", () => page.invite(null))],
		fen: ply?.fen ?? base.fen,
		last: ply && [ply.uci.slice(0, 2), ply.uci.slice(2, 4)],
		step,
	});
}

/** The moves of a line as buttons, each of which shows the position after it. */
function lineButtons(page, line) {
	const host = make("span", { class: "moves-line" });
	let fen = line.base.fen;
	line.plies.forEach((ply, index) => {
		const text = moveNumber(fen, index === 0) + ply.san;
		host.append(button(text, () => preview(page, line, index + 1), { class: "move", "data-fen": ply.fen }), " ");
		fen = ply.fen;
	});
	return host;
}

/** An element that shows marks on the board while it is pointed at or has the focus. */
export function showsMarks(page, element, marks) {
	const on = () => page.board.mark("pointed", marks);
	const off = () => page.board.mark("pointed", null);
	element.addEventListener("mouseenter", on);
	element.addEventListener("focus", on);
	element.addEventListener("mouseleave", off);
	element.addEventListener("blur", off);
	return element;
}

async function showRule(rule) {
	const { file, line, lines, text } = await call("source", { rule });
	const all = text.split("\n");
	const cut = (from, to) => all.slice(from, to).map((one) => `${one}\n`).join("");
	const mark = make("mark", {}, cut(line - 1, line - 1 + lines));
	byId("source-title").textContent = `${file}, line ${line}`;
	byId("source-text").replaceChildren(cut(0, line - 1), mark, cut(line - 1 + lines));
	byId("source").showModal();
	mark.scrollIntoView({ block: "center" });
}

class Explainer {
	#page;
	#error = byId("explain-error");
	#answer = byId("explain-answer");
	#why = byId("explain-why");
	#status = byId("explain-status");
	#waiting = new AbortController();
	#known = new Map();
	#arrows = null;
	#text = "";
	/** Where the explanation that is shown belongs. */
	#shown = null;
	#timer = 0;

	constructor(page) {
		this.#page = page;
		const auto = byId("explain-auto");
		auto.checked = kept("explain", true);
		auto.addEventListener("change", () => {
			keep("explain", auto.checked);
			this.#changed();
		});
		on("explain-now", "click", () => this.#explain());
		on("explain-copy", "click", ({ target }) => copy(this.#text, target));
		page.listen("node", () => this.#changed());
		page.listen("tab", () => this.#changed());
		page.listen("view", () => this.#viewed());
	}

	#isOpen() {
		return this.#page.tab === "explain";
	}

	/** The position of the game is another one, or the tab was opened. */
	#changed() {
		const { owner, node } = this.#page;
		this.#waiting.abort();
		clearTimeout(this.#timer);
		this.#arrows = null;
		this.#shown = null;
		this.#page.board.mark("pointed", null);
		this.#viewed();
		if (!this.#isOpen()) return;
		complain(this.#error);
		const rests = owner || !byId("explain-auto").checked;
		byId("explain-now").hidden = !rests;
		if (rests && !this.#known.has(node.fen)) {
			this.#answer.replaceChildren();
			this.#why.replaceChildren();
			this.#status.textContent = owner ? "Explanations rest while you play." : "";
		} else {
			this.#timer = setTimeout(() => this.#explain(), PAUSE);
		}
	}

	/** The board shows something else: arrows belong to the position of the game only. */
	#viewed() {
		const { guest, board } = this.#page;
		board.mark("explain", this.#isOpen() && !guest ? this.#arrows : null);
		for (const move of this.#answer.parentNode.querySelectorAll("[data-fen]")) {
			if (isLine(guest) && move.dataset.fen === guest.fen) move.setAttribute("aria-current", "true");
			else move.removeAttribute("aria-current");
		}
	}

	async #explain() {
		const { node } = this.#page;
		if (!this.#isOpen()) return;
		this.#waiting.abort();
		this.#waiting = new AbortController();
		const { signal } = this.#waiting;
		this.#status.textContent = "Looking for moves that win …";
		this.#answer.setAttribute("aria-busy", "true");
		try {
			// A first look is soon there; what was looked at deeply before is there at once.
			if (!this.#known.has(node.fen)) {
				await this.#show(node, await this.#ask({ fen: node.fen, soon: true }, signal), signal);
				this.#status.textContent = "That was a first look. Looking deeper …";
			}
			await this.#show(node, await this.#ask({ fen: node.fen }, signal), signal);
			this.#status.textContent = "";
			byId("explain-now").hidden = true;
		} catch (problem) {
			if (isAbort(problem)) return;
			this.#status.textContent = "";
			this.#answer.replaceChildren();
			complain(this.#error, problem);
		} finally {
			this.#answer.removeAttribute("aria-busy");
		}
	}

	/** Shows an explanation, unless it is the one that is shown. */
	async #show(node, { text, data }, signal) {
		const same = this.#shown === node && this.#text === text;
		const wins = await Promise.all(data.wins.map((win) => this.#win(node, win, signal)));
		signal.throwIfAborted();
		if (same) return;
		this.#shown = node;
		this.#text = text;
		byId("explain-copy").disabled = false;
		this.#arrows = { arrows: data.wins.map(({ move }) => ({ from: move.slice(0, 2), to: move.slice(2, 4), color: "green" })) };
		this.#answer.replaceChildren(...this.#position(data, wins));
		this.#why.replaceChildren(...this.#lastMove(node));
		this.#viewed();
	}

	/** What refutes the last move is an arrow on the board, red whatever else it was. */
	#refuted([refuting] = []) {
		if (!refuting || !this.#arrows) return;
		const [from, to] = [refuting.slice(0, 2), refuting.slice(2, 4)];
		const others = this.#arrows.arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
		this.#arrows = { arrows: [...others, { from, to, color: "red" }] };
		this.#viewed();
	}

	async #ask(what, signal) {
		const key = [what.fen, what.move, what.soon && "soon"].filter(Boolean).join(" ");
		if (!this.#known.has(key)) this.#known.set(key, await call("explain", what, signal));
		return this.#known.get(key);
	}

	#position({ notes, threats, features }, wins) {
		const section = (title, items) => (items.length ? [make("h2", {}, title), ...items] : []);
		const statement = ({ kind, sentence }) => make("p", {}, badge(kind), " ", sentence);
		const list = (items) => (items.length ? [make("ul", { class: "plain" }, ...items)] : []);
		const weak = features.map(({ sentence, squares }) => {
			const item = make("li", {}, make("span", { tabindex: 0, class: "points" }, sentence));
			showsMarks(this.#page, item.firstChild, { squares: squares.map((square) => ({ square, color: "yellow" })) });
			return item;
		});
		return [
			...notes.map(statement),
			...section("Moves that win", wins),
			...section("Threats", threats.map(statement)),
			...section("Weak or strong", list(weak)),
			...(wins.length || this.#page.game.root.children.length ? [] : this.#samples()),
		];
	}

	#samples() {
		const boards = SAMPLES.map(([title, fen]) => make("figure", {}, boardButton(fen, () => this.#page.set(fen), title), make("figcaption", {}, title)));
		return [make("h2", {}, "Positions to begin with"), make("div", { class: "boards" }, ...boards)];
	}

	/** What there is to say of a move: the verdict with its line, its motifs, and what would have been better. */
	async #win(base, win, signal) {
		const fen = base.fen;
		const { plies } = await call("position", { fen, moves: win.line }, signal);
		const line = { base, plies };
		// The line stands at the end of the verdict; here its moves are buttons.
		const verdict = win.verdict.replace(/: \d+\.\S.*$/, ":");
		return make(
			"article",
			{ class: "card" },
			make("p", { class: "verdict" }, badge(win.kind), " ", verdict),
			lineButtons(this.#page, line),
			make("ul", { class: "plain" }, ...win.motifs.map((motif) => this.#motif(motif, line))),
			win.better ? make("p", {}, make("strong", {}, "Better: "), win.better) : null,
		);
	}

	#motif({ motif, ply, sentence, squares, arrows, rule }, line) {
		const marks = {
			squares: squares.map((square) => ({ square, color: "red" })),
			arrows: arrows.map(([from, to]) => ({ from, to, color: "red" })),
		};
		const show = () => preview(this.#page, line, Math.min(ply, line.plies.length));
		const said = button(sentence, show, { class: "link points" });
		const source = button("rule", () => attempt(this.#error, () => showRule(rule)), { "aria-label": `The rule of ${motif.replaceAll("_", " ")}`, class: "small" });
		return make("li", {}, showsMarks(this.#page, said, marks), " ", rule ? source : null);
	}

	#lastMove(node) {
		if (!node.uci) return [];
		const place = make("div", { "aria-live": "polite" });
		const ask = button(`Why ${moveNumber(node.parent.fen, true)}${node.san}?`, async () => {
			ask.disabled = true;
			place.replaceChildren(make("p", { class: "note" }, "Looking …"));
			try {
				const { data } = await this.#ask({ fen: node.parent.fen, move: node.uci }, this.#waiting.signal);
				place.replaceChildren(await this.#win(node.parent, data, this.#waiting.signal));
				this.#refuted(data.refutation);
			} catch (problem) {
				ask.disabled = false;
				if (!isAbort(problem)) place.replaceChildren(make("p", { class: "error" }, problem.message));
			}
		});
		return [make("h2", {}, "The last move"), ask, place];
	}
}

function setUpHeat(page) {
	const box = byId("heat");
	const about = byId("heat-about");
	let waiting = new AbortController();

	async function update() {
		waiting.abort();
		waiting = new AbortController();
		const { signal } = waiting;
		const wanted = box.checked && page.tab === "explain";
		page.board.mark("heat", null);
		about.hidden = !wanted;
		if (!wanted) return;
		try {
			const answer = await call("network", { fen: page.fen() }, signal);
			if (signal.aborted) return;
			page.board.mark("heat", { heat: answer.pieces });
			about.textContent = answer.about;
		} catch (problem) {
			if (!isAbort(problem)) about.textContent = problem.message;
		}
	}

	box.addEventListener("change", update);
	page.listen("view", update);
	page.listen("tab", update);
}

export function setup(page) {
	new Explainer(page);
	setUpHeat(page);
}
