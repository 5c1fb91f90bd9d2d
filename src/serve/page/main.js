// The page's one state: the game, where one is in it, and who owns the board; navigation, tabs and the look of the page.

import { attempt, byId, button, call, close, complain, copy, isAbort, keep, kept, on } from "./api.js";
import { setup as setUpAsk } from "./ask.js";
import { Board, moveWords, turn } from "./board.js";
import { setup as setUpExplain } from "./explain.js";
import { Game, end, setup as setUpGames } from "./games.js";
import { setup as setUpPlay } from "./play.js";
import { setup as setUpTrain } from "./train.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const TABS = ["ask", "explain", "play", "train"];

const listeners = new Map();
/** What the server has said of positions. */
const told = new Map();
/** Counts what is shown, so that answers which come too late are dropped. */
let showing = 0;

async function ask(fen, moves) {
	const answer = await call("position", { fen, moves });
	told.set(answer.fen, answer);
	return answer;
}

function emit(name) {
	for (const act of listeners.get(name) ?? []) act();
}

const page = {
	board: new Board(byId("board"), (move) => moved(move)),
	game: new Game(START),
	node: null,
	/** What is shown instead of the game: {text, buttons, fen, last, move?, step?}. The game is kept. */
	guest: null,
	/** Who plays in the game: {text, leave, mayMove(node), moved(node)}. */
	owner: null,

	/** Calls `act` when something changes: "node", the position of the game; "view", what the board shows. */
	listen(name, act) {
		listeners.set(name, [...(listeners.get(name) ?? []), act]);
	},

	async go(node) {
		const before = page.node;
		page.node = node;
		page.guest = null;
		if (node.parent === before && node.uci) page.board.announce(moveWords(before.fen, node.uci, node.san));
		emit("node");
		await render();
	},

	async load(game, node = game.root) {
		leave();
		page.game = game;
		await page.go(node);
	},

	/** Puts a position on the board, or says what is wrong with the FEN. */
	set: (fen) =>
		page.attempt(async () => {
			const position = await ask(fen);
			await page.load(new Game(position.fen));
		}),

	leave,

	async play(move, comments = []) {
		const { node, game } = page;
		const { plies } = await ask(node.fen, [move]);
		const child = game.add(node, plies[0]);
		if (comments.length) game.comment(child, comments);
		// Somebody may have gone elsewhere meanwhile.
		if (page.game === game) await page.go(child);
		return child;
	},

	invite(guest) {
		page.guest = guest;
		return render();
	},

	render,

	fen: () => (page.guest ?? page.node).fen,

	open,

	attempt: (act) => attempt(byId("desk-error"), act),
};
page.node = page.game.root;

function leave() {
	page.guest = null;
	page.owner?.leave();
	page.owner = null;
	render();
}

/** Shows the state at once, and then what the server says of the position. */
async function render() {
	const mine = ++showing;
	const { guest, node, owner } = page;
	const fen = page.fen();
	const last = guest ? guest.last : node.uci && [node.uci.slice(0, 2), node.uci.slice(2, 4)];
	complain(byId("desk-error"));
	const show = (position) => {
		byId("turn").textContent = position?.end ?? `${turn(fen) === "white" ? "White" : "Black"} to move`;
		page.board.show(fen, { last, check: position?.check, legal: position && mayMove() ? position.legal : [] });
	};
	show(told.get(fen));
	byId("fen").value = fen;
	byId("owner-text").textContent = (guest ?? owner)?.text ?? (page.game.title() || "Free board: move the pieces of both sides.");
	byId("owner").classList.toggle("owned", Boolean(guest ?? owner));
	byId("owner-buttons").replaceChildren(...(guest?.buttons ?? (owner ? [button("Leave", leave)] : [])));
	byId("first").disabled = byId("previous").disabled = !back();
	byId("last").disabled = byId("next").disabled = !forth();
	emit("view");
	if (told.has(fen)) return;
	try {
		const position = await ask(fen);
		if (mine === showing) show(position);
	} catch (error) {
		if (mine === showing) complain(byId("desk-error"), error);
	}
}

function mayMove() {
	if (page.guest) return Boolean(page.guest.move);
	return page.owner ? page.owner.mayMove(page.node) : true;
}

async function moved({ uci }) {
	const { guest, owner } = page;
	try {
		if (guest) return await guest.move(uci);
		const node = await page.play(uci);
		if (owner && owner === page.owner) await owner.moved(node);
	} catch (error) {
		if (isAbort(error)) return;
		await render();
		complain(byId("desk-error"), error);
	}
}

const back = () => (page.guest ? page.guest.step?.(-1) : page.node.parent);
const forth = () => (page.guest ? page.guest.step?.(1) : page.node.children[0]);

/** Walks through the game, or through what is shown instead: -1 and 1 go one move, -2 and 2 to the end. */
function walk(steps) {
	if (page.guest) {
		const act = page.guest.step?.(steps);
		return act?.();
	}
	const { node } = page;
	const goal = { "-2": page.game.root, "-1": node.parent, 1: node.children[0], 2: end(node) }[steps];
	if (goal && goal !== node) page.go(goal);
}

function open(name) {
	for (const each of TABS) {
		const chosen = each === name;
		const tab = byId(`tab-${each}`);
		tab.setAttribute("aria-selected", chosen);
		tab.tabIndex = chosen ? 0 : -1;
		byId(`panel-${each}`).hidden = !chosen;
	}
	keep("tab", name);
	page.tab = name;
	emit("tab");
}

function setUpTabs() {
	TABS.forEach((name, at) => {
		const tab = byId(`tab-${name}`);
		tab.addEventListener("click", () => open(name));
		tab.addEventListener("keydown", (event) => {
			const step = { ArrowLeft: at + 3, ArrowRight: at + 1 }[event.key];
			if (step === undefined) return;
			event.preventDefault();
			open(TABS[step % 4]);
			byId(`tab-${TABS[step % 4]}`).focus();
		});
	});
	open(kept("tab", "explain"));
}

function setUpTheme() {
	const system = matchMedia("(prefers-color-scheme: dark)");
	const root = document.documentElement;
	const show = () => {
		const dark = kept("theme", system.matches ? "dark" : "light") === "dark";
		root.style.colorScheme = dark ? "dark" : "light";
		byId("theme").textContent = dark ? "Light" : "Dark";
	};
	system.addEventListener("change", show);
	on("theme", "click", () => {
		keep("theme", root.style.colorScheme === "dark" ? "light" : "dark");
		show();
	});
	show();
}

function setUpDesk() {
	const at = { first: -2, previous: -1, next: 1, last: 2 };
	for (const [id, steps] of Object.entries(at)) on(id, "click", () => walk(steps));
	on("flip", "click", () => page.board.flip());
	on("fen-copy", "click", ({ target }) => copy(page.fen(), target));
	on("fen-start", "click", () => page.load(new Game(START)));
	on("fen-form", "submit", () => page.set(byId("fen").value.trim()));
	on("move-form", "submit", () => {
		const box = byId("move");
		const word = box.value.trim();
		page.attempt(async () => {
			if (!word) throw new Error("Type a move, such as Nf3 or g1f3.");
			if (!mayMove()) throw new Error("No move can be made here now. Look at the line above the board.");
			const { plies } = await ask(page.fen(), [word]);
			box.value = "";
			await moved(plies[0]);
		});
	});
}

function setUpKeys() {
	on("keys-open", "click", () => byId("keys").showModal());
	document.addEventListener("keydown", (event) => {
		const { target, key } = event;
		if (event.defaultPrevented || event.altKey || event.metaKey) return;
		if (target.closest("input, textarea, select, dialog, pre")) return;
		const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -2, End: 2 }[key];
		const arrow = key.startsWith("Arrow");
		if (steps && (arrow || target === document.body || target.closest("#desk"))) walk(steps);
		else if (key === "f" && !event.ctrlKey) page.board.flip();
		else if (key === "m" && !event.ctrlKey) byId("move").focus();
		else if (key === "q" && !event.ctrlKey) {
			open("ask");
			byId("query").focus();
		} else return;
		event.preventDefault();
	});
}

function setUpDrops({ readGames }, { readPuzzles }) {
	const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
	document.addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault());
	document.addEventListener("drop", (event) => {
		if (!holdsFile(event)) return;
		event.preventDefault();
		const file = event.dataTransfer.files[0];
		if (file) (/\.csv/i.test(file.name) ? readPuzzles : readGames)(file);
	});
}

window.addEventListener("locked", ({ detail }) => {
	byId("locked").textContent = detail;
	byId("locked").hidden = false;
});
window.addEventListener("pagehide", close);

// What is typed here are no words of a language, which a browser might correct.
for (const box of document.querySelectorAll("input, textarea")) {
	for (const [name, value] of [["autocomplete", "off"], ["autocapitalize", "off"], ["spellcheck", "false"]]) box.setAttribute(name, value);
}
setUpTheme();
setUpDesk();
setUpKeys();
const { rules } = setUpAsk(page);
page.rules = rules;
const games = setUpGames(page);
setUpExplain(page);
setUpPlay(page);
setUpDrops(games, setUpTrain(page));
setUpTabs();
emit("node");
render();
