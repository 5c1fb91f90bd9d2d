// The tab Train: lines of openings and puzzles, asked on the big board.

import { attempt, button, byId, call, complain, make, on, tab } from "./api.js";
import { Game, readFile } from "./games.js";

const WHAT = { openings: "You train openings", puzzles: "You solve puzzles" };
/** Sentences that stay in the log. */
const LOGGED = 100;

class Trainer {
	#page;
	#what = "";
	/** What the server has said last; null if no training goes on. */
	#shown = null;
	#first = "";
	#guest = null;
	#busy = false;
	#error = byId("train-error");
	#log = byId("train-log");

	constructor(page) {
		this.#page = page;
		page.listen("view", () => {
			this.#refutation();
			this.#buttons();
		});
	}

	async begin(what, wishes) {
		this.#log.replaceChildren();
		await this.#send({ command: "begin", what, ...wishes });
		// A training that could not begin leaves the one before as it was.
		if (!this.#error.hidden) return;
		for (const each of Object.keys(WHAT)) byId(`${each}-box`).open = false;
	}

	async #send(order) {
		if (this.#busy) return;
		this.#busy = true;
		complain(this.#error);
		try {
			const shown = await call("train", { tab, ...order });
			if (order.what) this.#what = order.what;
			if (["begin", "next"].includes(order.command)) this.#first = shown.fen;
			this.#shown = shown;
			this.#say(shown.text);
			byId("train-standing").textContent = shown.standing;
			await this.#show();
		} catch (problem) {
			complain(this.#error, problem);
			await this.#page.render();
		} finally {
			this.#busy = false;
		}
	}

	#say(sentences) {
		this.#log.querySelector(".newest")?.classList.remove("newest");
		const text = sentences.filter((sentence) => sentence.trim());
		if (text.length) this.#log.append(make("div", { class: "newest" }, ...text.map((sentence) => make("p", {}, sentence))));
		while (this.#log.children.length > LOGGED) this.#log.firstChild.remove();
		this.#log.scrollTop = this.#log.scrollHeight;
	}

	/** Puts the exercise on the board, which it owns until it is left. */
	async #show() {
		const { fen, last, orientation, asking } = this.#shown;
		this.#page.board.flip(orientation);
		this.#guest = {
			text: `${WHAT[this.#what]}; you are ${orientation === "white" ? "White" : "Black"}.`,
			buttons: [button("Leave", () => this.#leave())],
			fen,
			last,
			move: asking ? (move) => this.#send({ command: "move", move }) : null,
		};
		await this.#page.invite(this.#guest);
	}

	/** A move that was wrong, and what refutes it, as long as the exercise is on the board. */
	#refutation() {
		const refuted = this.#page.guest === this.#guest ? this.#shown?.refuted : null;
		const colors = ["yellow", "red"];
		this.#page.board.mark("refuted", refuted ? { arrows: refuted.map(([from, to], at) => ({ from, to, color: colors[at] })) } : null);
	}

	#leave() {
		this.#shown = null;
		this.#guest = null;
		this.#page.invite(null);
		byId("train-standing").textContent = "";
		byId(`${this.#what}-box`).open = true;
	}

	async #explain() {
		await this.#page.load(new Game(this.#first));
		this.#page.open("explain");
	}

	#buttons() {
		const row = byId("train-buttons");
		row.hidden = !this.#shown;
		if (!this.#shown) return row.replaceChildren();
		if (this.#page.guest !== this.#guest) return row.replaceChildren(button("Back to the training", () => this.#show(), { class: "main" }));
		const { asking, state } = this.#shown;
		const openings = this.#what === "openings";
		const act = (text, command, off) => button(text, () => this.#send({ command }), { disabled: off });
		const buttons = [
			act("Hint", "hint", !asking),
			act(openings ? "Book moves" : "Solution", "known", openings ? state === "done" : !asking),
			act(openings ? "Next line" : "Next puzzle", "next", state === "done"),
		];
		if (openings) buttons.push(act("Take it back", "back", state !== "left"), act("Go on with it", "go", state !== "left"));
		if (!asking) buttons.push(button("Explain where it began", () => this.#explain()));
		row.replaceChildren(...buttons);
	}
}

export function setup(page) {
	const trainer = new Trainer(page);
	const error = byId("train-error");
	const theme = byId("puzzles-theme");
	let table = "";

	on("openings-form", "submit", () => {
		const [color, family, name, eco] = ["color", "family", "name", "eco"].map((field) => byId(`train-${field}`).value.trim() || undefined);
		trainer.begin("openings", { color, family, name, eco, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
	});
	on("puzzles-form", "submit", () => {
		const goal = byId("puzzles-goal").value.trim() || undefined;
		trainer.begin("puzzles", { text: table, theme: theme.value || undefined, goal, program: page.rules() });
	});
	on("puzzles-file", "change", ({ target }) => target.files[0] && readPuzzles(target.files[0]));

	async function readPuzzles(file) {
		page.open("train");
		byId("puzzles-box").open = true;
		byId("puzzles-begin").disabled = theme.disabled = true;
		await attempt(error, async () => {
			table = await readFile(file);
			const { puzzles, themes, problems } = await call("themes", { text: table });
			const all = make("option", { value: "" }, `all ${puzzles}`);
			theme.replaceChildren(all, ...themes.map(([name, count]) => make("option", { value: name }, `${name} (${count})`)));
			byId("puzzles-begin").disabled = theme.disabled = false;
			if (problems.length) throw new Error(problems.join(" "));
		});
	}

	return { readPuzzles };
}
