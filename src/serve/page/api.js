// What all parts of the page share: calls to the server, making elements, settings that are kept, errors in words.

const TOKEN = "chesslog-token";
const GONE = "chesslog serve has ended; start it again.";
const LOCKED = "Open the address that `chesslog serve` has printed.";

/** The name of this page load; it names the page's Prolog session. */
export const tab = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function kept(key, fallback) {
	try {
		return JSON.parse(localStorage.getItem(key)) ?? fallback;
	} catch {
		return fallback;
	}
}

export function keep(key, value) {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Storage is full or forbidden; the page works without.
	}
}

// The token comes behind `#`, so that it is in no log; the address bar shall not show it to onlookers either.
// A new address in an old page changes nothing but that part.
addEventListener("hashchange", () => location.reload());
if (location.hash.length > 1) {
	keep(TOKEN, location.hash.slice(1));
	history.replaceState(null, "", location.pathname);
}

function request(name, body, options) {
	return fetch(`/api/${name}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", "X-Chesslog-Token": kept(TOKEN, "") },
		body: JSON.stringify(body),
		...options,
	});
}

/** Waits for something from the server, which may have ended. */
async function arrives(promise) {
	try {
		return await promise;
	} catch (error) {
		throw isAbort(error) ? error : new Error(GONE);
	}
}

/** Sends a call; its answer has status 200, or an error with a sentence is thrown. */
async function send(name, body, signal) {
	const answer = await arrives(request(name, body, { signal }));
	if (answer.ok) return answer;
	if (answer.status === 403) {
		window.dispatchEvent(new CustomEvent("locked", { detail: LOCKED }));
		throw new Error(LOCKED);
	}
	const said = await answer.json().catch(() => ({}));
	throw new Error(sentence(said.error ?? `The server answered with status ${answer.status}`));
}

export async function call(name, body = {}, signal) {
	const answer = await send(name, body, signal);
	return arrives(answer.json());
}

/** Calls the server, and hands on each line of the answer as it comes. */
export async function stream(name, body, take, signal) {
	const answer = await send(name, body, signal);
	const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const part = await arrives(reader.read());
		const lines = (rest + (part.value ?? "")).split("\n");
		rest = lines.pop();
		for (const line of lines) if (line) take(JSON.parse(line));
		if (part.done) return;
	}
}

export function close() {
	request("close", { tab }, { keepalive: true }).catch(() => {});
}

export const isAbort = (error) => error.name === "AbortError";

/** The text as a sentence: with a capital letter, unless a name of code begins it, and a full stop. */
export function sentence(text) {
	const trimmed = text.trim();
	const capital = /^[a-z]+[\s,]/.test(trimmed) ? trimmed[0].toUpperCase() + trimmed.slice(1) : trimmed;
	return /[.!?:)]$|\n/.test(capital) ? capital : `${capital}.`;
}

/** Makes an element. Attributes that are false or null are left out; those with functions are listeners. */
export function make(tag, attributes = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value === false || value == null) continue;
		if (typeof value === "function") element.addEventListener(name.slice(2), value);
		else element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...children.filter((child) => child != null && child !== false));
	return element;
}

export const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);

export const byId = (id) => document.getElementById(id);

/** Listens to an element. Forms are never sent: the page does what they ask for. */
export function on(id, event, act) {
	byId(id).addEventListener(event, (given) => {
		if (event === "submit") given.preventDefault();
		act(given);
	});
}

/** Shows what went wrong in a place of the page, or clears that. What was given up is no error. */
export function complain(place, error) {
	if (error && isAbort(error)) return;
	place.textContent = error?.message ?? "";
	place.hidden = !error;
}

/** Does something, and shows in a place of the page if it went wrong. */
export async function attempt(place, act) {
	complain(place);
	try {
		await act();
	} catch (error) {
		complain(place, error);
	}
}

export async function copy(text, from) {
	const label = from.textContent;
	try {
		await navigator.clipboard.writeText(text);
		from.textContent = "Copied";
	} catch {
		from.textContent = "Copying is not allowed here";
	}
	setTimeout(() => (from.textContent = label), 1500);
}
