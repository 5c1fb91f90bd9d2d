// The colours of the JupyterLab extension, without JupyterLab: node tests/kernel/colours.mjs

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';

const source = new URL('../../src/kernel/labextension/remoteEntry.js', import.meta.url);
(0, eval)(readFileSync(source, 'utf8'));
const container = globalThis._JUPYTERLAB.chesslog;

// The part of CodeMirror's StringStream that is used.
class Stream {
  constructor(string) {
    this.string = string;
    this.pos = 0;
  }
  sol() { return this.pos === 0; }
  eol() { return this.pos >= this.string.length; }
  peek() { return this.string.charAt(this.pos) || undefined; }
  next() { return this.eol() ? undefined : this.string.charAt(this.pos++); }
  eat(wanted) { return this.peek() === wanted ? this.next() : undefined; }
  eatSpace() {
    const start = this.pos;
    while (/[\s\u00a0]/.test(this.peek() ?? '')) this.pos += 1;
    return this.pos > start;
  }
  skipToEnd() { this.pos = this.string.length; }
  match(pattern, consume = true) {
    const rest = this.string.slice(this.pos);
    if (typeof pattern === 'string') {
      if (rest.startsWith(pattern) && consume) this.pos += pattern.length;
      return rest.startsWith(pattern);
    }
    const match = rest.match(pattern);
    if (match && match.index > 0) return null;
    if (match && consume) this.pos += match[0].length;
    return match;
  }
}

// The tokens of a text, each with its class, without white space.
function tokens(text) {
  const { startState, token } = container.language;
  const state = startState();
  const found = [];
  for (const line of text.split('\n')) {
    const stream = new Stream(line);
    while (!stream.eol()) {
      const start = stream.pos;
      const kind = token(stream, state);
      assert(stream.pos > start, `no progress in ${line} at ${start}`);
      if (kind) found.push(`${kind} ${line.slice(start, stream.pos)}`);
    }
  }
  return found;
}

const check = (text, ...expected) => assert.deepEqual(tokens(text), expected);

check('foo(X, _y) :- bar, !.', 'variableName.function foo', 'punctuation (', 'variableName.special X', 'punctuation ,',
  'variableName.special _y', 'punctuation )', 'keyword :-', 'atom bar', 'punctuation ,', 'operator !', 'punctuation .');
check("?- X = 'it''s', Y = \"a\\\"b\", Z = `c`.", 'keyword ?-', 'variableName.special X', 'operator =', "string.special 'it''s'",
  'punctuation ,', 'variableName.special Y', 'operator =', 'string "a\\"b"', 'punctuation ,', 'variableName.special Z', 'operator =',
  'string `c`', 'punctuation .');
check("0'a 0''' 0'\\n 0x1F 16'FF 1_000 1.5e-3 1e10 1.0Inf 7.", "number 0'a", "number 0'''", "number 0'\\n", 'number 0x1F',
  "number 16'FF", 'number 1_000', 'number 1.5e-3', 'number 1e10', 'number 1.0Inf', 'number 7', 'punctuation .');
check('a % b\n/* c\nd */ e --> f.', 'atom a', 'comment % b', 'comment /* c', 'comment d */', 'atom e', 'keyword -->',
  'atom f', 'punctuation .');
check('%%file a.pl\n%answers 20\n\n:set depth 5\nX is 1.\n:set x y\n% comment\n%time', 'meta %%file a.pl', 'meta %answers 20',
  'meta :set depth 5', 'variableName.special X', 'operator is', 'number 1', 'punctuation .', 'meta :set x y', 'comment % comment',
  'comment %time');
check('%timely', 'comment %timely');
check('a :b.', 'atom a', 'operator :', 'atom b', 'punctuation .');
check("p('open\nq(X) :- r.", 'variableName.function p', 'punctuation (', "string.special 'open", 'variableName.function q',
  'punctuation (', 'variableName.special X', 'punctuation )', 'keyword :-', 'atom r', 'punctuation .');
check("'a\\\nb'.", "string.special 'a\\", "string.special b'", 'punctuation .');
check('größe(Äpfel) , X \\= [a|T].', 'variableName.function größe', 'punctuation (', 'variableName.special Äpfel', 'punctuation )',
  'punctuation ,', 'variableName.special X', 'operator \\=', 'punctuation [', 'atom a', 'operator |', 'variableName.special T',
  'punctuation ]', 'punctuation .');
check('§', 'invalid §');

// Nothing in the library is a mistake.
const library = new URL('../../prolog/', import.meta.url);
for (const name of readdirSync(library).filter((name) => name.endsWith('.pl'))) {
  const wrong = tokens(readFileSync(new URL(name, library), 'utf8')).filter((token) => token.startsWith('invalid'));
  assert.deepEqual(wrong, [], name);
}

// JupyterLab finds the extension, and the extension the registry of languages.
const registry = Symbol('registry');
const share = (exports) => ({ '1.0.0': { get: async () => () => exports } });
container.init({
  '@jupyterlab/codemirror': share({ IEditorLanguageRegistry: registry }),
  '@codemirror/language': share({ LanguageSupport: class {}, StreamLanguage: { define: (language) => language } }),
});
const { default: plugin } = (await container.get('./extension'))();
assert.deepEqual(plugin.requires, [registry]);
const languages = [];
plugin.activate(null, { addLanguage: (language) => languages.push(language) });
assert.equal(languages[0].mime, 'text/x-prolog');
await languages[0].load();
await assert.rejects(container.get('./other'), /no module/);
console.log('colours: all as expected');
