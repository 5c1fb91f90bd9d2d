// A chess board as SVG: drawing positions, marks and arrows, and moving pieces by mouse, touch and keyboard.
//
// The picture is one <svg>. Above it lies a grid of 64 focusable cells without a look of their own: they have the names
// that screen readers say, take the focus, and receive the pointer.

import { button, make } from "./api.js";

const SVG = "http://www.w3.org/2000/svg";
const FILES = "abcdefgh";
const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
/** Units of the picture: a square, and the margin with the coordinates. */
const SIZE = 100;
const MARGIN = 30;
const LIGHT = "#ecdabb";
const DARK = "#b08d6a";
const LAST = "#c9c93f";
const CHECK = "#e3201b";
const HEAT = "#e8430f";
const COLOURS = { green: "#2f8a3b", red: "#c2332b", yellow: "#e0a100", blue: "#2b6cb8" };
/** Pixels that a pointer may tremble before a click becomes a drag. */
const TREMBLE = 5;

function shape(tag, attributes = {}, ...children) {
	const element = document.createElementNS(SVG, tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.append(...children);
	return element;
}

/** The pieces of a FEN, by square; White's are capital letters. */
export function pieces(fen) {
	const found = new Map();
	fen.split(" ")[0].split("/").forEach((rank, row) => {
		let file = 0;
		for (const letter of rank) {
			if (letter >= "1" && letter <= "8") file += Number(letter);
			else found.set(FILES[file++] + (8 - row), letter);
		}
	});
	return found;
}

export const turn = (fen) => (fen.split(" ")[1] === "b" ? "black" : "white");

const isWhite = (letter) => letter === letter.toUpperCase();
const pieceName = (letter) => `${isWhite(letter) ? "white" : "black"} ${ROLES[letter.toLowerCase()]}`;
const symbol = (letter) => `#${isWhite(letter) ? "w" : "b"}${letter.toUpperCase()}`;

/** What a screen reader says of a move: "White: knight to f3, Nf3". */
export function moveWords(fen, uci, san) {
	const board = pieces(fen);
	const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
	const letter = board.get(from);
	if (!letter) return san;
	const side = isWhite(letter) ? "White" : "Black";
	const role = ROLES[letter.toLowerCase()];
	const takes = board.has(to) || (role === "pawn" && from[0] !== to[0]);
	let words = san.startsWith("O") ? "castles" : `${role} ${takes ? "takes" : "to"} ${to}`;
	if (uci[4]) words += `, promotes to ${ROLES[uci[4]]}`;
	if (san.endsWith("+")) words += ", check";
	if (san.endsWith("#")) words += ", checkmate";
	return `${side}: ${words}, ${san}`;
}

/** Left upper corner of a square, for who sits below. */
function corner(square, orientation) {
	const file = FILES.indexOf(square[0]);
	const rank = Number(square[1]) - 1;
	return orientation === "white" ? [file * SIZE, (7 - rank) * SIZE] : [(7 - file) * SIZE, rank * SIZE];
}

function squareAt(column, row, orientation) {
	if (column < 0 || column > 7 || row < 0 || row > 7) return null;
	return orientation === "white" ? FILES[column] + (8 - row) : FILES[7 - column] + (row + 1);
}

function checkered() {
	const group = shape("g", { "shape-rendering": "crispEdges" });
	group.append(shape("rect", { width: 8 * SIZE, height: 8 * SIZE, fill: LIGHT }));
	let path = "";
	for (let row = 0; row < 8; row++)
		for (let column = (row + 1) % 2; column < 8; column += 2) path += `M${column * SIZE} ${row * SIZE}h${SIZE}v${SIZE}h-${SIZE}z`;
	group.append(shape("path", { d: path, fill: DARK }));
	return group;
}

function fill(square, orientation, attributes) {
	const [x, y] = corner(square, orientation);
	return shape("rect", { x, y, width: SIZE, height: SIZE, ...attributes });
}

export const icon = (letter) =>
	shape("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" }, shape("use", { href: symbol(letter), width: SIZE, height: SIZE }));

export function miniature(fen) {
	const picture = shape("svg", { viewBox: `0 0 ${8 * SIZE} ${8 * SIZE}`, class: "miniature", "aria-hidden": "true" }, checkered());
	for (const [square, letter] of pieces(fen)) {
		const [x, y] = corner(square, "white");
		picture.append(shape("use", { href: symbol(letter), x, y, width: SIZE, height: SIZE }));
	}
	return picture;
}

/** A small board as a button that puts its position on the big one. */
export function boardButton(fen, onclick, label = "Put this position on the board") {
	return button(miniature(fen), onclick, { class: "board-button", title: label, "aria-label": `${label}: ${fen}` });
}

function arrow({ from, to, color = "green" }, orientation) {
	const [a, b] = [from, to].map((square) => middle(square, orientation));
	const [x, y] = [b.cx - a.cx, b.cy - a.cy];
	// Drawn to the right, then turned: shaft, head, back.
	const [start, tip, width, head] = [26, Math.hypot(x, y) - 10, 8, 38];
	const d = `M${start} ${-width}H${tip - head}V${-2.7 * width}L${tip} 0L${tip - head} ${2.7 * width}V${width}H${start}Z`;
	const angle = (Math.atan2(y, x) * 180) / Math.PI;
	return shape("path", { d, fill: COLOURS[color], opacity: 0.82, transform: `translate(${a.cx} ${a.cy}) rotate(${angle})` });
}

function middle(square, orientation) {
	const [cx, cy] = corner(square, orientation).map((at) => at + SIZE / 2);
	return { cx, cy };
}

function ring({ square, color = "green" }, orientation) {
	const look = { r: 44, fill: "none", stroke: COLOURS[color], "stroke-width": 7, opacity: 0.85 };
	return shape("circle", { ...middle(square, orientation), ...look });
}

function heatText({ square, share }, orientation) {
	const [x, y] = corner(square, orientation);
	return shape("text", { x: x + 5, y: y + 21, class: "heat-text" }, `${Math.round(100 * share)} %`);
}

export class Board {
	orientation = "white";
	#fen = "8/8/8/8/8/8/8/8 w - - 0 1";
	#legal = [];
	#last = null;
	#check = null;
	/** Pieces that are drawn: square -> {letter, element}. */
	#drawn = new Map();
	/** Marks by the name of who set them: {squares, circles, arrows, heat}. */
	#marks = new Map();
	#own = { circles: [], arrows: [] };
	#held = null;
	/** What the pointer does: {kind: "drag" | "draw", ...}. */
	#gesture = null;
	#focused = 0;
	#onMove;

	/** `onMove` is told the chosen legal move; it shows the position after it, or this one again. */
	constructor(host, onMove) {
		this.#onMove = onMove;
		const edge = 8 * SIZE + MARGIN;
		const glow = shape("radialGradient", { id: "check-glow" });
		for (const [offset, opacity] of [[0.2, 0.95], [0.6, 0.65], [1, 0]])
			glow.append(shape("stop", { offset, "stop-color": CHECK, "stop-opacity": opacity }));
		this.coordinates = shape("g", { class: "coordinates" });
		this.under = shape("g");
		this.figures = shape("g");
		this.over = shape("g", { "pointer-events": "none" });
		this.picture = shape("svg", { viewBox: `${-MARGIN} 0 ${edge} ${edge}`, "aria-hidden": "true" }, shape("defs", {}, glow));
		this.picture.append(this.coordinates, checkered(), this.under, this.figures, this.over);
		this.live = make("p", { class: "unseen", "aria-live": "polite" });
		this.cells = [];
		this.grid = make("div", { class: "cells", role: "grid", "aria-label": "Chess board" });
		for (let row = 0; row < 8; row++) {
			const line = make("div", { role: "row" });
			for (let column = 0; column < 8; column++) {
				const cell = make("div", { role: "gridcell", tabindex: -1 });
				this.cells.push(cell);
				line.append(cell);
			}
			this.grid.append(line);
		}
		host.append(this.picture, this.grid, this.live);
		this.#listen();
		this.#drawCoordinates();
		this.#draw();
	}

	/** Shows a position. `legal` are the moves that can be made on the board. */
	show(fen, { legal = [], last = null, check = null } = {}) {
		if (fen !== this.#fen) this.#own = { circles: [], arrows: [] };
		this.#fen = fen;
		this.#legal = legal;
		this.#last = last;
		this.#check = check;
		// A drag ends here, since its piece may be gone.
		this.#giveUp();
	}

	/** Sets the marks of somebody, or removes them. */
	mark(who, marks) {
		if (marks) this.#marks.set(who, marks);
		else this.#marks.delete(who);
		this.#drawMarks();
	}

	flip(orientation = this.orientation === "white" ? "black" : "white") {
		if (orientation === this.orientation) return;
		this.orientation = orientation;
		// Sixty-four pieces that fly across the board would only confuse.
		this.picture.classList.add("still");
		this.#drawCoordinates();
		this.#draw();
		this.picture.getBoundingClientRect();
		this.picture.classList.remove("still");
	}

	announce(text) {
		this.live.textContent = text;
	}

	#draw() {
		const old = this.#drawn;
		const wanted = pieces(this.#fen);
		this.#drawn = new Map();
		for (const [square, letter] of wanted) {
			const same = old.get(square);
			if (same?.letter !== letter) continue;
			this.#drawn.set(square, same);
			old.delete(square);
		}
		for (const [square, letter] of wanted) {
			if (this.#drawn.has(square)) continue;
			// A piece of this kind that has gone from elsewhere has come here.
			const from = [...old.keys()].find((from) => old.get(from).letter === letter);
			const element = from ? old.get(from).element : this.#figure(letter, square);
			old.delete(from);
			this.#drawn.set(square, { letter, element });
		}
		for (const { element } of old.values()) element.remove();
		for (const [square, { element }] of this.#drawn) this.#place(element, ...corner(square, this.orientation));
		this.#drawMarks();
		this.#label();
	}

	#figure(letter, square) {
		const element = shape("use", { href: symbol(letter), width: SIZE, height: SIZE, class: "piece" });
		this.#place(element, ...corner(square, this.orientation));
		this.figures.append(element);
		return element;
	}

	#place(element, x, y) {
		element.style.transform = `translate(${x}px, ${y}px)`;
	}

	#drawCoordinates() {
		const texts = [];
		for (let at = 0; at < 8; at++) {
			const square = squareAt(at, at, this.orientation);
			const middle = at * SIZE + SIZE / 2;
			texts.push(shape("text", { x: middle, y: 8 * SIZE + 23, "text-anchor": "middle" }, square[0]));
			texts.push(shape("text", { x: -9, y: middle + 8, "text-anchor": "end" }, square[1]));
		}
		this.coordinates.replaceChildren(...texts);
	}

	#drawMarks() {
		const side = this.orientation;
		const under = [];
		const over = [];
		for (const square of this.#last ?? []) under.push(fill(square, side, { fill: LAST, opacity: 0.55 }));
		if (this.#check) under.push(fill(this.#check, side, { fill: "url(#check-glow)" }));
		if (this.#held) under.push(fill(this.#held, side, { fill: COLOURS.green, opacity: 0.45 }));
		for (const marks of [...this.#marks.values(), this.#own, this.#drawing()]) {
			for (const heat of marks.heat ?? []) {
				under.push(fill(heat.square, side, { fill: HEAT, opacity: 0.85 * heat.share }));
				if (heat.share >= 0.005) over.push(heatText(heat, side));
			}
			for (const { square, color = "red" } of marks.squares ?? []) under.push(fill(square, side, { fill: COLOURS[color], opacity: 0.5 }));
			for (const circle of marks.circles ?? []) over.push(ring(circle, side));
			for (const one of marks.arrows ?? []) over.push(arrow(one, side));
		}
		for (const square of new Set(this.#targets())) {
			if (this.#drawn.has(square)) under.push(ring({ square }, side));
			else over.push(shape("circle", { ...middle(square, side), r: 15, fill: COLOURS.green, opacity: 0.75 }));
		}
		this.under.replaceChildren(...under);
		this.over.replaceChildren(...over);
	}

	#targets() {
		return this.#legal.filter((move) => move.from === this.#held).map((move) => move.to);
	}

	#label() {
		const targets = new Set(this.#targets());
		this.cells.forEach((cell, index) => {
			const square = this.#squareOf(index);
			const piece = this.#drawn.get(square);
			const name = piece ? `${pieceName(piece.letter)} on ${square}` : `${square}, empty`;
			cell.setAttribute("aria-label", targets.has(square) ? `${name}, can go here` : name);
			cell.setAttribute("aria-selected", square === this.#held);
			cell.tabIndex = index === this.#focused ? 0 : -1;
		});
	}

	#squareOf(index) {
		return squareAt(index % 8, Math.floor(index / 8), this.orientation);
	}

	#pick(square) {
		this.#held = square;
		this.#drawMarks();
		this.#label();
	}

	#movable(square) {
		return this.#legal.some((move) => move.from === square);
	}

	/** Puts the picked-up piece on a square; false if it cannot go there. */
	#drop(square) {
		const moves = this.#legal.filter((move) => move.from === this.#held && move.to === square);
		if (!moves.length) return false;
		this.#finish(moves);
		return true;
	}

	async #finish(moves) {
		const { from, to } = moves[0];
		const piece = this.#drawn.get(from);
		this.#pick(null);
		this.#place(piece.element, ...corner(to, this.orientation));
		const role = moves.length > 1 ? await this.#promotion(to, piece.letter) : moves[0].promotion;
		const move = moves.find((move) => move.promotion === role);
		if (move) this.#onMove(move);
		else this.#draw();
	}

	/** Asks what a pawn becomes: a letter, or null if the move is given up. */
	#promotion(square, pawn) {
		return new Promise((resolve) => {
			const choices = ["q", "r", "b", "n"].map((role) => {
				const letter = isWhite(pawn) ? role.toUpperCase() : role;
				return button(icon(letter), () => dialog.close(role), { "aria-label": ROLES[role], title: ROLES[role] });
			});
			const dialog = make("dialog", { class: "promotion", "aria-label": "Promote to" }, ...choices);
			dialog.addEventListener("keydown", (event) => {
				const at = choices.indexOf(document.activeElement);
				const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
				if (step) choices[(at + step + 4) % 4].focus();
				else if ("qrbn".includes(event.key)) dialog.close(event.key);
				else return;
				event.preventDefault();
			});
			dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
			dialog.addEventListener("close", () => {
				dialog.remove();
				resolve(dialog.returnValue || null);
			});
			this.grid.after(dialog);
			dialog.showModal();
			const area = this.grid.getBoundingClientRect();
			const [x, y] = corner(square, this.orientation);
			const edge = area.width / 8;
			dialog.style.width = `${edge}px`;
			dialog.style.left = `${area.left + (x / SIZE) * edge}px`;
			dialog.style.top = `${area.top + (y ? 4 : 0) * edge}px`;
		});
	}

	#listen() {
		const grid = this.grid;
		// A click shall not take the focus: the arrow keys go on to walk through the game.
		grid.addEventListener("mousedown", (event) => {
			event.preventDefault();
			document.activeElement.blur();
		});
		grid.addEventListener("contextmenu", (event) => event.preventDefault());
		grid.addEventListener("pointerdown", (event) => this.#down(event));
		grid.addEventListener("pointermove", (event) => this.#moved(event));
		grid.addEventListener("pointerup", (event) => this.#up(event));
		grid.addEventListener("pointercancel", () => this.#giveUp());
		grid.addEventListener("keydown", (event) => this.#key(event));
		grid.addEventListener("focusin", (event) => {
			this.#focused = this.cells.indexOf(event.target);
			this.#label();
		});
		// Screen readers click without a pointer.
		grid.addEventListener("click", (event) => {
			if (event.detail === 0 && event.pointerType !== "mouse") this.#press(this.#squareOf(this.cells.indexOf(event.target)));
		});
	}

	/** Where the pointer is: in units of the picture, and the square. */
	#where(event) {
		const area = this.grid.getBoundingClientRect();
		const x = ((event.clientX - area.left) / area.width) * 8 * SIZE;
		const y = ((event.clientY - area.top) / area.height) * 8 * SIZE;
		return { x, y, square: squareAt(Math.floor(x / SIZE), Math.floor(y / SIZE), this.orientation) };
	}

	#down(event) {
		const { square } = this.#where(event);
		if (!square || this.#gesture) return;
		if (event.button === 2) return this.#startDrawing(event, square);
		if (event.button !== 0) return;
		this.#own = { circles: [], arrows: [] };
		if (this.#held && this.#held !== square && this.#drop(square)) return;
		if (!this.#movable(square)) return this.#pick(null);
		this.grid.setPointerCapture(event.pointerId);
		this.#gesture = { kind: "drag", square, again: this.#held === square, x: event.clientX, y: event.clientY, moving: false };
		this.#pick(square);
	}

	#startDrawing(event, square) {
		this.grid.setPointerCapture(event.pointerId);
		const color = event.shiftKey ? (event.altKey ? "blue" : "red") : event.altKey ? "yellow" : "green";
		this.#gesture = { kind: "draw", from: square, to: square, color };
		this.#pick(null);
	}

	/** The circle or arrow that is being drawn, as marks. */
	#drawing() {
		const { kind, from, to, color } = this.#gesture ?? {};
		if (kind !== "draw") return {};
		return to === from ? { circles: [{ square: from, color }] } : { arrows: [{ from, to, color }] };
	}

	#moved(event) {
		const gesture = this.#gesture;
		if (!gesture) return;
		const { x, y, square } = this.#where(event);
		if (gesture.kind === "draw") {
			gesture.to = square ?? gesture.to;
			return this.#drawMarks();
		}
		gesture.moving ||= Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) > TREMBLE;
		if (!gesture.moving) return;
		const { element } = this.#drawn.get(gesture.square);
		element.classList.add("dragged");
		if (this.figures.lastChild !== element) this.figures.append(element);
		this.#place(element, x - SIZE / 2, y - SIZE / 2);
	}

	#up(event) {
		const gesture = this.#gesture;
		if (!gesture) return;
		const { square } = this.#where(event);
		if (gesture.kind === "draw") {
			for (const [name, [drawn]] of Object.entries(this.#drawing())) this.#toggle(this.#own[name], drawn);
			this.#gesture = null;
			return this.#drawMarks();
		}
		this.#gesture = null;
		this.#drawn.get(gesture.square).element.classList.remove("dragged");
		if (gesture.moving ? square && this.#drop(square) : !gesture.again) return;
		this.#giveUp();
	}

	#toggle(list, drawn) {
		const at = list.findIndex((other) => JSON.stringify(other) === JSON.stringify(drawn));
		if (at < 0) list.push(drawn);
		else list.splice(at, 1);
	}

	#giveUp() {
		this.#gesture = null;
		this.#held = null;
		this.figures.querySelector(".dragged")?.classList.remove("dragged");
		this.#draw();
	}

	#press(square) {
		if (this.#held && this.#held !== square && this.#drop(square)) return;
		const picked = this.#held !== square && this.#movable(square);
		this.#pick(picked ? square : null);
		const piece = this.#drawn.get(square);
		this.announce(picked ? `${pieceName(piece.letter)} picked up. It can go to ${[...new Set(this.#targets())].join(", ")}.` : "Nothing is picked up.");
	}

	#key(event) {
		// With these keys held the arrows walk through the game.
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
		if (step) {
			const column = (this.#focused % 8) + step[0];
			const row = Math.floor(this.#focused / 8) + step[1];
			if (squareAt(column, row, "white")) this.cells[row * 8 + column].focus();
		} else if (event.key === "Enter" || event.key === " ") {
			this.#press(this.#squareOf(this.#focused));
		} else if (event.key === "Escape" && this.#held) {
			this.#giveUp();
			this.announce("Put back.");
		} else {
			return;
		}
		event.preventDefault();
	}
}
