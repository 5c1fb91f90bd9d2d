// Colours for Prolog in JupyterLab, which has none of its own.
//
// JupyterLab loads an extension as a "container" of webpack's module federation: an object with the functions `init` and
// `get` under the extension's name. That is all that webpack would contribute, so it is written here by hand, and there
// is nothing to be built, no npm and no other file.
//
// The tokens are those of src/syntax/tokens.rs, as far as a tokenizer that sees one line at a time can have them.
(function () {
  'use strict';

  const NECK = /^(?::-|\?-|-->)$/;
  const SYMBOLS = /^[-+*/\\^<>=~:.?@#&$]+/;
  const ATOM = /^(?:[a-z]|(?![\p{Uppercase}\x00-\x7f])\p{Alphabetic})(?:\w|[^\x00-\x7f\s])*/u;
  const VARIABLE = /^[_\p{Uppercase}](?:\w|[^\x00-\x7f\s])*/u;
  const CODE = /^0'(?:\\(?:x[\da-fA-F]+\\?|[0-7]+\\?|u[\da-fA-F]{4}|U[\da-fA-F]{8}|.)|''|.)/u;
  const RADIX = /^(?:0x[\da-fA-F]+|0o[0-7]+|0b[01]+|(?:[2-9]|[12]\d|3[0-6])'[\da-zA-Z]+)/;
  const NUMBER = /^\d+(?:_\d+)*(?:\.\d+(?:[eE][-+]?\d+|Inf|NaN)?|[eE][-+]?\d+(?!\w))?/;
  const NAMED_OPERATORS = /^(?:is|mod|rem|div|rdiv|xor|dynamic|discontiguous|table)$/;
  const MAGIC = /^%(?:%(?:file|sandbox)|answers|time|set)\b.*/;
  const SETTING = /^:[a-z].*/;
  // A line that begins so is not meant to be inside the quotes that an earlier line has opened.
  const CLAUSE = /^(?::-|\?-|%|[a-z]\w*\s*(?::-|-->)|[a-z]\w*\(.*(?::-|-->|\)\.\s*$))/;
  const CLASSES = { '*': 'comment', "'": 'string.special', '"': 'string', '`': 'string' };

  // open: what goes on over the end of a line, a comment or quotes; fresh: a clause may begin here; head: nothing but
  // magics so far.
  const startState = () => ({ open: null, fresh: true, head: true });

  // To the end of what is open, or to the end of the line.
  function inside(stream, state) {
    const kind = CLASSES[state.open];
    if (state.open === '*') {
      if (stream.match(/^.*?\*\//)) state.open = null;
      else stream.skipToEnd();
      return kind;
    }
    const quote = state.open;
    while (!stream.eol()) {
      const c = stream.next();
      if (c === '\\') stream.next();
      else if (c === quote && !stream.eat(quote)) {
        state.open = null;
        break;
      }
    }
    return kind;
  }

  function token(stream, state) {
    if (state.open && state.open !== '*' && stream.sol() && stream.match(CLAUSE, false)) state.open = null;
    if (state.open) return inside(stream, state);
    if (stream.eatSpace()) return null;
    const first = stream.string.slice(0, stream.pos).trim() === '';
    if (first && state.head && stream.match(MAGIC)) return 'meta';
    state.head = false;
    if (stream.match(/^%.*/)) return 'comment';
    if (first && state.fresh && stream.match(SETTING)) return 'meta';
    if (stream.match('/*')) {
      state.open = '*';
      return inside(stream, state);
    }
    state.fresh = false;
    if (stream.match(/^\.(?=\s|%|$)/)) {
      state.fresh = true;
      return 'punctuation';
    }
    if (stream.match(CODE) || stream.match(RADIX) || stream.match(NUMBER)) return 'number';
    const quote = stream.match(/^["'`]/);
    if (quote) {
      state.open = quote[0];
      return inside(stream, state);
    }
    // JupyterLab has a colour for special variables and none for others.
    if (stream.match(VARIABLE)) return 'variableName.special';
    const atom = stream.match(ATOM);
    if (atom) {
      if (stream.peek() === '(') return 'variableName.function';
      return NAMED_OPERATORS.test(atom[0]) ? 'operator' : 'atom';
    }
    if (stream.match(/^[!;|]/)) return 'operator';
    if (stream.match(/^[()[\]{},]/)) return 'punctuation';
    const symbols = stream.match(SYMBOLS);
    if (symbols) return NECK.test(symbols[0]) ? 'keyword' : 'operator';
    stream.next();
    return 'invalid';
  }

  const language = {
    name: 'prolog',
    startState,
    copyState: (state) => ({ ...state }),
    token,
    languageData: {
      commentTokens: { line: '%', block: { open: '/*', close: '*/' } },
      closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] },
    },
  };

  // What JupyterLab shares, in whatever version it has.
  let scope;
  async function shared(name) {
    const [version] = Object.values(scope[name]);
    return (await version.get())();
  }

  async function extension() {
    const { IEditorLanguageRegistry } = await shared('@jupyterlab/codemirror');
    const { LanguageSupport, StreamLanguage } = await shared('@codemirror/language');
    const plugin = {
      id: 'chesslog:prolog',
      description: 'Colours for Prolog.',
      autoStart: true,
      requires: [IEditorLanguageRegistry],
      activate: (_app, languages) => {
        languages.addLanguage({
          name: 'prolog',
          displayName: 'Prolog',
          mime: 'text/x-prolog',
          extensions: ['pl', 'pro', 'prolog'],
          load: async () => new LanguageSupport(StreamLanguage.define(language)),
        });
      },
    };
    return { __esModule: true, default: plugin };
  }

  const container = {
    init: (shares) => {
      scope = shares;
    },
    get: async (name) => {
      if (name !== './extension') throw new Error(`chesslog has no module ${name}; expected ./extension`);
      const module = await extension();
      return () => module;
    },
    // For tests.
    language,
  };
  const page = typeof window === 'undefined' ? globalThis : window;
  page._JUPYTERLAB = page._JUPYTERLAB || {};
  page._JUPYTERLAB.chesslog = container;
})();
