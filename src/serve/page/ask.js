// The tab Ask: rules, a query with completion and history, and answers as they come.

import { attempt, button, byId, call, complain, isAbort, keep, kept, make, on, stream, tab } from "./api.js";
import { boardButton } from "./board.js";
import { showsMarks } from "./explain.js";

const ANSWERS = 20;
/** Queries that are remembered, and whose answers stay on the page. */
const HISTORY = 200;
const RESULTS = 15;
/** The last column, with goals that are left. */
const WHERE = "where";
const SQUARE = "[a-h][1-8]";

/** Marks for a value that is nothing but squares and moves, or null. */
function marksOf(text) {
	const [squares, arrows] = [[], []];
	const move = new RegExp(`move\\((${SQUARE}),(${SQUARE}),\\w+\\)|\\b(${SQUARE})-(${SQUARE})\\b`, "g");
	let rest = text.replace(move, (_, a, b, c, d) => (arrows.push({ from: a ?? c, to: b ?? d, color: "blue" }), ""));
	rest = rest.replace(new RegExp(`\\b${SQUARE}\\b`, "g"), (square) => (squares.push({ square, color: "blue" }), ""));
	if (/[^\s[\](),]/.test(rest) || !(squares.length || arrows.length)) return null;
	return { squares, arrows: arrows.filter(({ from, to }) => from !== to) };
}

/** The answers to one query, as a table that grows. */
class Answers {
	#page;
	#columns = [];
	#head = make("tr");
	#body = make("tbody");
	#host;
	count = 0;

	constructor(page, host) {
		this.#page = page;
		this.#host = host;
	}

	add({ bindings, residual }) {
		if (!this.count++) {
			const table = make("table", {}, make("thead", {}, this.#head), this.#body);
			this.#host.append(make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Answers" }, table));
		}
		const values = residual.length ? [...bindings, { name: WHERE, text: residual.join(", ") }] : bindings;
		for (const { name } of values) if (!this.#columns.includes(name)) this.#addColumn(name);
		const cells = this.#columns.map((name) => this.#cell(values.find((value) => value.name === name)));
		if (!cells.length) cells.push(make("td", {}, make("code", {}, "true.")));
		this.#body.append(make("tr", {}, ...cells));
	}

	#addColumn(name) {
		const at = this.#columns.length - (this.#columns.at(-1) === WHERE);
		this.#columns.splice(at, 0, name);
		this.#head.insertBefore(make("th", { scope: "col" }, name), this.#head.cells[at] ?? null);
		for (const row of this.#body.rows) row.insertBefore(make("td"), row.cells[at] ?? null);
	}

	#cell(binding) {
		if (!binding) return make("td");
		const { name, text, fen } = binding;
		if (fen) return make("td", {}, boardButton(fen, () => this.#page.set(fen), `Put ${name} on the board`));
		const marks = marksOf(text);
		const code = make("code", marks ? { tabindex: 0, class: "points" } : {}, text);
		return make("td", {}, marks ? showsMarks(this.#page, code, marks) : code);
	}
}

/** What comes of one request: queries, their answers, output, and what went wrong. */
class Result {
	#page;
	#answers;
	#progress = null;
	element;
	ending = "";

	constructor(page, query, again) {
		this.#page = page;
		const asked = button(query, () => again(query), { class: "asked" });
		this.element = make("section", { class: "card result" }, asked);
		this.#answers = new Answers(page, this.element);
	}

	/** Takes what the server says; true if the query waits for somebody to want more. */
	take(event) {
		this.#progress?.remove();
		this.#progress = null;
		const { kind, text } = event;
		switch (kind) {
			case "loading":
			case "progress":
				this.#progress = make("p", { class: "note" }, text ?? "Prolog is starting …");
				this.element.append(this.#progress);
				break;
			case "query":
				this.#answers = new Answers(this.#page, this.element);
				break;
			case "output":
			case "error_output":
				this.#print(text, kind);
				break;
			case "diagnostic":
				this.#print(text, event.severity === "error" ? "wrong" : "warning", true);
				break;
			case "told":
				this.element.append(make("p", {}, text));
				break;
			case "picture":
				this.element.append(this.#picture(event));
				break;
			case "answer":
				this.#answers.add(event);
				this.ending = this.#counted(event.last ? "." : ", so far.");
				break;
			case "false":
				this.ending = this.#answers.count ? this.#counted(", and no more.") : "false: there is no answer.";
				this.element.append(make("p", { class: "note" }, this.#answers.count ? "No more answers." : "false."));
				break;
			case "more":
				this.ending = this.#counted(". There may be more.");
				return true;
			case "cut":
				this.ending = this.#counted(". It was stopped there.");
				break;
			case "raised":
			case "failed":
				this.ending = "";
				this.#print(text, "wrong", true);
				break;
		}
		return false;
	}

	#counted(rest) {
		const { count } = this.#answers;
		return `${count} ${count === 1 ? "answer" : "answers"}${rest}`;
	}

	#print(text, kind, apart = false) {
		const last = this.element.lastElementChild;
		if (!apart && last.matches(`pre.${kind}`)) last.append(text);
		else this.element.append(make("pre", { class: kind, role: kind === "wrong" ? "alert" : null }, text));
	}

	#picture({ svg, text }) {
		const image = make("img", { alt: text || "A picture without words", src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
		image.addEventListener("load", () => URL.revokeObjectURL(image.src));
		return image;
	}
}

function markdown(text) {
	const inline = (line) => line.split(/(`[^`]+`)/).map((part) => (/^`.+`$/.test(part) ? make("code", {}, part.slice(1, -1)) : part));
	return text.split(/(```[^\n]*\n[\s\S]*?```)/).flatMap((part) => {
		const code = part.match(/^```[^\n]*\n([\s\S]*?)\n?```$/);
		if (code) return [make("pre", {}, code[1])];
		return part.split(/\n\s*\n/).filter((block) => block.trim()).map((block) => {
			const heading = block.trim().match(/^#+ (.*)$/);
			return heading ? make("h3", {}, ...inline(heading[1])) : make("p", {}, ...inline(block.trim()));
		});
	});
}

/** Completion of the word before the cursor: a box with a list below it, as the combobox pattern has it. */
class Completion {
	#box;
	#list = byId("completions");
	#matches = [];
	#replace = 0;
	#at = 0;
	/** Whether Tab leaves the box, since Escape was pressed. */
	#released = false;

	constructor(box) {
		this.#box = box;
		box.addEventListener("input", () => {
			this.#released = false;
			this.close();
		});
		box.addEventListener("blur", () => this.close());
	}

	get isOpen() {
		return !this.#list.hidden;
	}

	close() {
		this.#list.hidden = true;
		this.#box.setAttribute("aria-expanded", "false");
		this.#box.removeAttribute("aria-activedescendant");
	}

	/** Takes a key; true if it was for the completion. */
	key(event) {
		const { key } = event;
		if (key === "Escape") {
			this.#released = true;
			this.close();
			return true;
		}
		if (key === "Tab" && !event.shiftKey && !event.ctrlKey) {
			if (this.isOpen) this.#choose(this.#at);
			else if (this.#released || !this.#box.value.trim()) return false;
			else this.#ask();
			return true;
		}
		if (!this.isOpen) return false;
		const step = { ArrowDown: 1, ArrowUp: -1 }[key];
		if (step) this.#select((this.#at + step + this.#matches.length) % this.#matches.length);
		else if (key === "Enter") this.#choose(this.#at);
		else return false;
		return true;
	}

	async #ask() {
		const { value, selectionStart } = this.#box;
		const { replace, matches } = await call("complete", { tab, before: value.slice(0, selectionStart) }).catch(() => ({ matches: [] }));
		// Whoever has typed on meanwhile wants something else.
		if (this.#box.value !== value) return;
		this.#matches = matches.slice(0, 60);
		this.#replace = replace;
		if (matches.length === 1) return this.#choose(0);
		if (!matches.length) {
			byId("ask-status").textContent = "Nothing completes this.";
			return;
		}
		this.#list.replaceChildren(
			...this.#matches.map(({ shown, kind }, at) => {
				const item = make("li", { role: "option", id: `completion-${at}` }, make("code", {}, shown), make("span", { class: "note" }, kind));
				// Before the box loses the focus.
				item.addEventListener("mousedown", (event) => {
					event.preventDefault();
					this.#choose(at);
				});
				return item;
			}),
		);
		this.#list.hidden = false;
		this.#box.setAttribute("aria-expanded", "true");
		this.#select(0);
	}

	#select(at) {
		this.#at = at;
		[...this.#list.children].forEach((item, index) => item.setAttribute("aria-selected", index === at));
		this.#list.children[at].scrollIntoView({ block: "nearest" });
		this.#box.setAttribute("aria-activedescendant", `completion-${at}`);
	}

	#choose(at) {
		const { selectionStart } = this.#box;
		this.#box.setRangeText(this.#matches[at].text, selectionStart - this.#replace, selectionStart, "end");
		this.close();
		this.#box.dispatchEvent(new Event("input"));
	}
}

export function setup(page) {
	const rules = byId("rules");
	const box = byId("query");
	const status = byId("ask-status");
	const error = byId("ask-error");
	const completion = new Completion(box);
	let past = kept("queries", []);
	/** Which of the past queries is in the box; after the last one comes what is being typed. */
	let recalled = past.length;
	let draft = "";
	const more = button("More answers", () => {
		more.remove();
		status.textContent = "Looking for more …";
		attempt(error, () => call("more", { tab, answers: ANSWERS }));
	});
	let running = null;

	function put(query) {
		box.value = query;
		grow();
		box.focus();
		box.setSelectionRange(query.length, query.length);
	}

	function grow() {
		box.style.height = "auto";
		box.style.height = `${box.scrollHeight + 2}px`;
	}

	async function run() {
		const query = box.value.trim();
		if (!query) return complain(error, new Error("Type a query, such as attacks(e6, To, Pos)."));
		await stop();
		running?.abort();
		const mine = (running = new AbortController());
		past = [...past.filter((each) => each !== query), query].slice(-HISTORY);
		recalled = past.length;
		keep("queries", past);
		complain(error);
		const result = new Result(page, query, put);
		const answers = byId("ask-answers");
		answers.prepend(result.element);
		while (answers.children.length > RESULTS) answers.lastChild.remove();
		byId("ask-stop").disabled = false;
		status.textContent = "Running …";
		more.remove();
		const take = (event) => {
			const waits = result.take(event);
			if (result.ending) status.textContent = result.ending;
			if (waits) result.element.append(more);
			if (event.kind === "done" && event.seconds >= 1) status.textContent += ` ${event.seconds.toFixed(1)} seconds.`;
		};
		try {
			await stream("ask", { tab, program: rules.value, query, answers: ANSWERS }, take, mine.signal);
			if (!result.ending) status.textContent = "";
		} catch (problem) {
			if (mine === running) status.textContent = isAbort(problem) ? "Stopped." : "";
			complain(error, problem);
		} finally {
			if (mine === running) {
				running = null;
				more.remove();
				byId("ask-stop").disabled = true;
			}
		}
	}

	/** Ends the query that runs. The server says how that went; if it does not, nobody listens any longer. */
	async function stop() {
		const mine = running;
		if (!mine) return;
		more.remove();
		setTimeout(() => mine.abort(), 2000);
		await call("stop", { tab }).catch(() => mine.abort());
	}

	async function help() {
		const at = box.selectionStart;
		const place = byId("ask-inspect");
		const { markdown: text } = await call("inspect", { tab, before: box.value.slice(0, at), after: box.value.slice(at) });
		const close = button("Close", () => (place.hidden = true), { class: "small" });
		place.replaceChildren(...markdown(text ?? "Nothing is known of the word at the cursor."), close);
		place.hidden = false;
	}

	/** Whether the cursor is in the first or the last line of the box. */
	function atEdge(by) {
		const { value, selectionStart, selectionEnd } = box;
		return by < 0 ? !value.slice(0, selectionStart).includes("\n") : !value.slice(selectionEnd).includes("\n");
	}

	function key(event) {
		const { key } = event;
		if (event.isComposing) return;
		const by = { ArrowUp: -1, ArrowDown: 1 }[key];
		if (completion.key(event)) event.preventDefault();
		else if (key === "Enter" && !event.shiftKey) {
			event.preventDefault();
			run();
		} else if (key === "F1" || (key === "i" && event.ctrlKey)) {
			event.preventDefault();
			attempt(error, help);
		} else if (by && !event.shiftKey && atEdge(by)) {
			if (!(recalled + by in [...past, draft])) return;
			event.preventDefault();
			if (recalled === past.length) draft = box.value;
			recalled += by;
			put(past[recalled] ?? draft);
		}
	}

	rules.value = kept("rules", "");
	byId("rules-box").open = rules.value !== "";
	rules.addEventListener("input", () => keep("rules", rules.value));
	rules.addEventListener("keydown", (event) => event.key === "Enter" && event.ctrlKey && run());
	box.addEventListener("keydown", key);
	box.addEventListener("input", grow);
	on("ask-run", "click", run);
	on("ask-stop", "click", stop);
	on("ask-clear", "click", () => {
		byId("ask-answers").replaceChildren();
		status.textContent = "";
	});
	on("ask-fen", "click", () => {
		box.setRangeText(`"${page.fen()}"`, box.selectionStart, box.selectionEnd, "end");
		grow();
		box.focus();
	});
	byId("examples-box").open = !past.length;
	attempt(error, async () => {
		const { chapters } = await call("examples");
		for (const { title, queries } of chapters) {
			const examples = queries.map(({ query, about }) => button(about, () => (put(query), run()), { class: "link", title: query }));
			byId("examples").append(make("h3", {}, title), make("ul", { class: "plain" }, ...examples.map((example) => make("li", {}, example))));
		}
	});
	return { rules: () => rules.value };
}
