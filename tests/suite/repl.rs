//! Sessions at the prompt, in a pseudo-terminal: every key, and snapshots of what the screen shows.

pub mod terminal;

use terminal::{CTRL_C, CTRL_D, ENTER, TAB, UP, User};

const FAMILY: &str = "\
parent(tom, bob).
parent(bob, ann).

grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
";

const WRONG: &str = "\
p(1).
q(X) :- p(X,.
r(Y) :- p(1).
p(2).
:- foo(1).
";

#[test]
fn first_and_later_start() {
    let user = User::new("starts");
    let mut s = user.start("");
    assert_snapshot!("first_start", s.whole_screen());
    s.ask("X = remembered.");
    s.keys(CTRL_D);
    assert_eq!(s.left(), 0);
    assert!(s.screen().ends_with("\n% halt"), "{}", s.screen());

    // The later start has a shorter banner, and the history of the first.
    let mut s = user.start("repl");
    assert_snapshot!("later_start", s.whole_screen());
    s.ask("X = new.");
    s.keys(UP);
    s.typed("?- X = new.");
    s.keys(UP);
    s.typed("?- X = remembered.");
    s.last_key(ENTER);
    assert_snapshot!("history", s.screen());
}

#[test]
fn keys_for_the_next_answer() {
    let mut s = User::new("next").start("");
    s.ask_for("member(X, [a,b,c,d,e]).", "   X = a");
    s.key(";", ";  X = b");
    s.key("n", ";  X = c");
    s.key(" ", ";  X = d");
    s.last_key(TAB);
    // An answer may be the last one without being known as such.
    s.ask_for("member(X, [a,b]), X \\== b.", "   X = a");
    s.last_key(";");
    // What a goal writes stands before its answer.
    s.ask_for("member(X, [a,b]), write(X), nl.", "   X = a");
    s.last_key(";");
    s.ask_for("member(X, [a,b]), write(X).", "   X = a");
    s.last_key(";");
    assert_snapshot!(s.screen());
}

#[test]
fn keys_that_stop() {
    let mut s = User::new("stop").start("");
    for key in [".", ENTER, "\n", "c", CTRL_C, CTRL_D] {
        s.ask_for("member(X, [a,b]).", "   X = a");
        s.last_key(key);
    }
    assert_snapshot!(s.screen());
}

#[test]
fn keys_for_several_answers() {
    let mut s = User::new("several").start("");
    s.ask_for("between(1, 7, X).", "   X = 1");
    s.last_key("a");
    s.ask_for("between(1, 13, X).", "   X = 1");
    s.key("f", ";  X = 5");
    s.key(";", ";  X = 6");
    s.key("f", ";  X = 10");
    s.last_key("f");
    assert_snapshot!(s.screen());
}

#[test]
fn keys_that_show_the_answer_again() {
    let mut s = User::new("again").start("");
    s.ask(":set depth 4");
    let query = "member(X, [f(g(h(i(j)))), b]), length(L, 6), start_position(P).";
    let end = "- 0 1\"";
    s.ask_for(query, end);
    for key in ["w", "p", "b", "h", "?"] {
        s.key(key, end);
    }
    // Other keys do nothing.
    s.last_key("x!a");
    s.ask_for("member(X, [a,b]).", "   X = a");
    s.key("b", "   X = a");
    s.last_key(";");
    assert_snapshot!(s.screen());
}

#[test]
fn control_c() {
    let mut s = User::new("control_c").start("");
    s.keys("half a query");
    s.typed("?- half a query");
    s.drop_line();
    s.keys("member(X,\r  [a,");
    s.shows("  [a,");
    s.drop_line();

    // What an interrupted goal did to the database is undone. The loop before the output is there
    // because output that follows an event at once may wait for more.
    s.ask("assertz(kept(1)).");
    s.line("assertz(kept(2)), ( between(1, 200000, _), fail ; write(going) ), repeat, fail.");
    s.shows("\ngoing");
    s.last_key(CTRL_C);
    s.ask("kept(X).");
    // The same between two answers.
    s.ask_for(
        "assertz(kept(4)), ( X = first ; between(1, 200000, _), fail ; write(on), repeat, fail ).",
        "   X = first",
    );
    s.keys(";");
    s.shows("\non");
    s.last_key(CTRL_C);
    s.ask("kept(X).");
    assert_snapshot!(s.screen());

    // In a goal that answers without end.
    s.ask_for("length(_, N).", "   N = 0");
    s.keys("a");
    s.shows(";  N = 100");
    s.keys(CTRL_C);
    s.typed("?-");
    s.keys(CTRL_D);
    assert_eq!(s.left(), 0);
}

#[test]
fn control_d_within_a_line() {
    let mut s = User::new("control_d").start("");
    // There it deletes the character at the cursor, as in every line editor.
    s.keys("true.x\x1b[D\x04");
    s.typed("?- true.");
    s.last_key(ENTER);
    assert_snapshot!(s.screen());
}

#[test]
fn queries_of_several_lines() {
    let mut s = User::new("lines").start("");
    s.line("member(X,");
    s.line("  [% a comment. It ends nothing.");
    s.ask("   here]).");
    s.line("X = 'a quoted");
    s.ask("atom'.");
    s.line("X = f(/* a");
    s.ask("comment */ 0'. ).");
    s.ask("X = \"a.b\", Y = 0.5.");
    s.ask("");
    s.ask("% only a comment");
    s.ask("X = 1. X = 2. % two queries");
    s.keys(UP);
    s.typed("?- X = 1. X = 2. % two queries");
    s.drop_line();
    assert_snapshot!(s.screen());
}

#[test]
fn completion() {
    let user = User::new("completion");
    user.write("family.pl", FAMILY);
    user.write("fame.pl", "rich(bob).\n");
    let mut s = user.start("");
    // Of a predicate of the manual: what the candidates share, then the candidates.
    s.keys("atta");
    s.keys(TAB);
    s.typed("?- attack");
    s.keys(TAB);
    s.shows("attacks(?From");
    s.typed("?- attack");
    s.keys("s");
    s.keys(TAB);
    s.shows("?- attacks(");
    s.drop_line();
    // Of a library.
    s.keys("select");
    s.keys(TAB);
    s.keys(TAB);
    s.shows("selectchk(+Element, +List, -Rest)");
    s.drop_line();
    // Of a file.
    s.keys("[f");
    s.keys(TAB);
    s.typed("?- [fam");
    s.keys(TAB);
    s.shows("fame.pl");
    s.typed("?- [fam");
    s.keys("i");
    s.keys(TAB);
    s.typed("?- [family");
    s.ask("].");
    // Of what the file defines.
    s.keys("grandp");
    s.keys(TAB);
    s.shows("?- grandparent");
    s.drop_line();
    // Of an atom that was typed.
    s.ask("X = alphabet.");
    s.keys("X = alph");
    s.keys(TAB);
    s.typed("?- X = alphabet");
    s.last_key(".\r");
    assert_snapshot!(s.screen());
}

#[test]
fn argument_hints() {
    let mut s = User::new("hints").start("");
    let attacks = "attacks(?From:square, ?To:square, +Pos:position) is nondet";
    for (line, hint) in [
        ("attacks(", attacks),
        ("X = f(Y), attacks(a1, [b2],", attacks),
        ("findall(X, member(X,", "member(?X, ?List) is nondet"),
    ] {
        s.keys(line);
        s.typed(&format!("?- {line}    {hint}"));
        s.drop_line();
    }
    s.ask("attacks(a1, a2, start).");
    assert_snapshot!(s.screen());
}

#[test]
fn colours() {
    let user = User::new("colours");
    user.write("wrong.pl", WRONG);
    let mut s = user.start_in_colour();
    s.ask("X = f(\"abc\", 'q a'), Y is 1+2, ( Y > 1 -> true ; fail ). % comment");
    // The bracket that matches the one before the cursor is bold; the hint is dim.
    s.keys("append(X, [a,f(b)]");
    s.typed(
        "?- append(X, [a,f(b)]    append(?List1, ?List2, ?List) is nondet   append(+Lists:list...",
    );
    assert_snapshot!("colours_of_brackets_and_hints", s.coloured_screen());
    s.last_key(CTRL_C);
    s.ask("start_position(P), board(P).");
    s.ask("foo(bar)).");
    s.ask("[wrong].");
    assert_snapshot!(s.coloured_screen());
}

#[test]
fn settings() {
    let mut s = User::new("settings").start("");
    s.ask(":help");
    s.ask(":set");
    s.ask(":set depth 3");
    s.ask("X = f(g(h(i))), numlist(1, 9, L).");
    s.ask(":set depth 0");
    s.ask("X = f(g(h(i))), numlist(1, 50, L).");
    s.ask(":set strings list");
    s.ask("X = \"abc\".");
    s.ask(":set strings text");
    s.ask("X = [a,b,c].");
    s.ask(":set time_limit 0.2");
    s.ask("repeat, fail.");
    s.ask(":set time_limit off");
    s.ask(":set inference_limit 1000");
    s.ask("repeat, fail.");
    s.ask(":set inference_limit off");
    s.ask(":set memory_limit 20");
    s.ask("length(L, 3000000).");
    s.ask(":set memory_limit 512");
    s.ask(":set board ascii.");
    s.ask(":set");
    assert_snapshot!(s.screen());
}

#[test]
fn wrong_settings() {
    let mut s = User::new("wrong_settings").start("");
    for command in [
        "set time_limit soon",
        "set time_limit -1",
        "set memory_limit 0",
        "set memory_limit much",
        "set inference_limit 1.5",
        "set strings atoms",
        "set depth -1",
        "set board pink",
        "set colour on",
        "set depth",
        "quit",
        "",
    ] {
        s.ask(&format!(":{command}"));
    }
    assert_snapshot!(s.screen());
}

#[test]
fn boards() {
    let mut s = User::new("boards").start("repl --ascii");
    for style in ["ascii", "plain", "colour"] {
        s.ask(&format!(":set board {style}"));
        s.ask("named_position(royal_fork, P, _), board(P).");
    }
    s.ask(":set board plain");
    s.ask("named_position(royal_fork, P, _), board(black, P).");
    assert_snapshot!(s.coloured_screen());
}

#[test]
fn files() {
    let user = User::new("files");
    user.write("family.pl", FAMILY);
    user.write("wrong.pl", WRONG);
    let mut s = user.start("");
    s.ask("[family].");
    s.ask("grandparent(X, Y), !.");
    s.ask("listing(grandparent/2).");
    s.ask("listing(nothing/3).");
    s.ask("[wrong].");
    s.ask("[nowhere].");
    // Consulted again, its clauses are replaced.
    user.write("family.pl", "parent(eva, kim).\n");
    s.ask("['family.pl'].");
    s.ask("parent(X, Y).");
    s.ask("grandparent(X, Y).");
    assert_snapshot!(s.screen());
}

#[test]
fn files_of_the_command_line() {
    let user = User::new("command_line");
    user.write("family.pl", FAMILY);
    user.write("wrong.pl", WRONG);
    let mut s = user.start("repl wrong.pl nowhere.pl family.pl");
    s.ask("parent(tom, X).");
    s.ask("p(2).");
    assert_snapshot!(s.whole_screen());
    s.keys(CTRL_D);
    assert_eq!(s.left(), 2);
}

#[test]
fn clauses_from_the_user() {
    let mut s = User::new("user").start("");
    s.line("[user].");
    for line in [
        "likes(ann, bob).",
        "likes(X, Y) :-",
        "    likes(Y, X).",
        "wrong(.",
    ] {
        s.prompt_of("|:");
        s.line(line);
    }
    s.prompt_of("|:");
    s.ask("end_of_file.");
    s.line("[user].");
    s.prompt_of("|:");
    s.line("hates(ann, tom).");
    s.prompt_of("|:");
    s.last_key(CTRL_D);
    s.ask("hates(X, Y).");
    s.ask("likes(bob, X), !.");
    s.ask("listing.");
    // Ctrl-C ends the clauses, too.
    s.line("[user].");
    s.prompt_of("|:");
    s.keys("dropped(1)");
    s.typed("|: dropped(1)");
    s.last_key(CTRL_C);
    s.ask("dropped(X).");
    assert_snapshot!(s.screen());
}

#[test]
fn pasted_text() {
    let mut s = User::new("pasted").start("");
    s.paste("X = 1.\nmember(X,\n  [2]).\nX = 3.");
    s.last_key(ENTER);
    s.paste("[user].\nlikes(ann, bob).\nlikes(bob, ann).\nend_of_file.\nlikes(bob, X).");
    s.last_key(ENTER);
    // Without the end, there is more to come.
    s.paste("[user].\nhates(ann, tom).\n");
    s.keys(ENTER);
    s.prompt_of("|:");
    s.line("hates(tom, ann).");
    s.prompt_of("|:");
    s.ask("end_of_file.");
    s.ask("findall(X, hates(X, _), Xs).");
    // A key at an answer, while another query is to come.
    s.paste("member(X, [a,b]).\nX = last.");
    s.keys(ENTER);
    s.answer("   X = a");
    s.last_key(";");
    // A terminal that does not mark what is pasted.
    s.keys("X = 4.\rX = 5.\r");
    s.prompt_after("   X = 5.");
    assert_snapshot!(s.screen());
}

#[test]
fn errors() {
    let mut s = User::new("errors").start("");
    for query in [
        "foo(bar)).",
        "foo bar.",
        "X = [1,2.",
        "X = 'it''s, Y = \"b\\qc\".",
        "X = 1. foo bar. Y = 2.",
        "atacks(X, Y, Z).",
        "attacks(X, Y).",
        "frobnicate(X).",
        "label([X]).",
        "X #> 3.",
        "attacks(z9, X, P).",
        "X is foo + 1.",
        "atom_length(X, Y).",
        "throw(my_ball).",
        "X.",
        "p(X) :- q(X).",
        ":- true.",
        "fail.",
        "write(no_newline), fail.",
        "write(no_newline).",
        "dif(X, a).",
        "freeze(X, true).",
        "X = f(X).",
    ] {
        if query.starts_with("X = '") {
            // The quote is open: the query goes on.
            s.line(query);
            s.keys("'.");
            s.typed("'.");
            s.last_key(ENTER);
        } else {
            s.ask(query);
        }
    }
    assert_snapshot!(s.screen());
}

#[test]
fn manual() {
    let mut s = User::new("manual").start("");
    s.ask("help(attacks).");
    s.ask("help(attacks/3).");
    s.ask("help(append).");
    s.ask("help(attaks).");
    s.ask("apropos(castle).");
    s.ask("apropos(xyzzy).");
    assert_snapshot!(s.screen());
    s.ask("help.");
    for name in ["attacks/3 ", "board/1 ", "listing/1 "] {
        assert!(s.screen().contains(&format!("\n{name}")), "{}", s.screen());
    }
}

#[test]
fn reading_from_the_terminal() {
    let mut s = User::new("reading").start("");
    s.line("read(X), write(got(X)), nl.");
    s.until_line_mode();
    s.keys("typed(in).\n");
    s.prompt();
    s.line("get_char(C).");
    s.until_line_mode();
    s.keys("y\n");
    s.prompt();
    s.ask("X = after.");
    assert_snapshot!(s.screen());
}

#[test]
fn halt_leaves_with_its_status() {
    let user = User::new("halt");
    for (query, status) in [("halt.", 0), ("halt(3).", 3), ("write(bye), nl, halt.", 0)] {
        let mut s = user.start("");
        s.line(query);
        assert_eq!(s.left(), status, "{query}");
    }
    let mut s = user.start("");
    s.ask_for("member(X, [1,2]), (X > 1 -> halt(4) ; true).", "   X = 1");
    s.keys(";");
    assert_eq!(s.left(), 4);
}
