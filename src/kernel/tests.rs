//! The kernel on real sockets, with a stub as its language.

mod client;
mod stub;

use serde_json::{Value, json};
use zeromq::ZmqMessage;

use super::wire::{Message, Outgoing, Wire};
use client::{Channel, Client, Server};

/// The text that a cell has printed, and in how many messages.
fn printed(outputs: &[Message]) -> (String, usize) {
    let streams = outputs.iter().filter(|output| output.kind() == "stream");
    let texts: Vec<_> = streams.map(|output| output.text("text")).collect();
    (texts.concat(), texts.len())
}

/// A message of these frames.
fn frames(frames: &[&str]) -> ZmqMessage {
    let mut frames = frames.iter().copied();
    let mut message = ZmqMessage::from(frames.next().unwrap());
    frames.for_each(|frame| message.push_back(frame.to_owned().into()));
    message
}

#[test]
fn cells_are_run() {
    let server = Server::start();
    let mut client = server.client();
    let (reply, outputs) = client.run("print hello");
    assert_eq!(
        reply,
        json!({"status": "ok", "execution_count": 1, "user_expressions": {}, "payload": []})
    );
    assert_eq!(outputs, ["stdout: hello\n"]);
    let (reply, outputs) = client.run("error this went wrong");
    assert_eq!(outputs, ["error oops: this went wrong"]);
    let error = json!({
        "status": "error", "execution_count": 2, "user_expressions": {}, "payload": [],
        "ename": "oops", "evalue": "this went wrong",
        "traceback": ["\u{1b}[31moops\u{1b}[0m: this went wrong"],
    });
    assert_eq!(reply, error);
    assert_eq!(client.run("result 42").1, ["execute_result 42"]);
}

#[test]
fn outputs_come_in_order() {
    let server = Server::start();
    let mut client = server.client();
    let code = "print a\nprint b\nwarn c\ndisplay d\nprint e\nupdate f\nupdate g\nresult h";
    assert_eq!(
        client.run(code).1,
        [
            "stdout: a\nb\n",
            "stderr: c\n",
            "display_data d",
            "stdout: e\n",
            "update_display_data g",
            "execute_result h"
        ]
    );
}

#[test]
fn what_waits_behind_an_error_is_aborted() {
    let server = Server::start();
    let mut client = server.client();
    let cells = ["sleep 50", "error x", "print never", "result 3"].map(|code| client.execute(code));
    let statuses = cells.map(|cell| client.reply(&cell)["status"].clone());
    assert_eq!(statuses, ["ok", "error", "aborted", "aborted"]);
    // What is sent when the error is known is run.
    let id = client.execute("print again");
    assert_eq!(client.reply(&id)["status"], "ok");
}

#[test]
fn an_error_does_not_stop_those_who_do_not_want_it() {
    let server = Server::start();
    let mut client = server.client();
    let content = json!({"code": "sleep 20\nerror x", "stop_on_error": false});
    let first = client.send(Channel::Shell, "execute_request", content);
    let second = client.execute("print goes on");
    assert_eq!(client.reply(&first)["status"], "error");
    assert_eq!(client.reply(&second)["status"], "ok");
}

#[test]
fn interrupts_by_message_and_by_signal() {
    let server = Server::start();
    let mut client = server.client();
    for code in ["spin", "print on\ndeaf"] {
        for by_signal in [false, true] {
            let id = client.execute(code);
            client.until_printed("on");
            if by_signal {
                server.signal();
            } else {
                client.send(Channel::Control, "interrupt_request", json!({}));
                assert_eq!(client.control().content, json!({"status": "ok"}));
            }
            assert_eq!(client.reply(&id)["ename"], "interrupted");
        }
    }
    // An interrupt while nothing runs is not for the next cell.
    client.send(Channel::Control, "interrupt_request", json!({}));
    client.control();
    assert_eq!(client.run("sleep 5\nprint a").1, ["stdout: a\n"]);
}

#[test]
fn all_else_is_answered_while_a_cell_runs() {
    let server = Server::start();
    let mut client = server.client();
    let cell = client.execute("spin");
    client.until_printed("on");
    let info = client.ask("kernel_info_request", json!({}));
    assert_eq!(info["language_info"]["name"], "prolog");
    client.send(Channel::Control, "kernel_info_request", json!({}));
    assert_eq!(client.control().content, info);
    let id = client.send(Channel::Shell, "complete_request", json!({"code": "app"}));
    assert_eq!(client.reply(&id)["matches"], json!(["append"]));
    client.outputs(&id);
    // Whoever looks at the last state only is told that the cell still runs.
    let last = client.publication();
    assert_eq!(last.content["execution_state"], "busy");
    assert_eq!(last.parent["msg_id"], cell);
    assert!(client.beat());
    client.send(Channel::Control, "interrupt_request", json!({}));
    assert_eq!(client.reply(&cell)["status"], "error");
}

#[test]
fn questions() {
    let server = Server::start();
    let mut client = server.client();
    let cell = |client: &mut Client| {
        let content = json!({"code": "print who\nask Name?", "allow_stdin": true});
        client.send(Channel::Shell, "execute_request", content)
    };
    let id = cell(&mut client);
    let question = client.question();
    assert_eq!(
        question.content,
        json!({"prompt": "Name?", "password": false})
    );
    assert_eq!(question.parent["msg_id"], id);
    client.send(Channel::Stdin, "input_reply", json!({"value": "Käthe"}));
    assert_eq!(printed(&client.outputs(&id)).0, "who\nhello Käthe\n");
    // An interrupt is the end of the question, and an answer to it is not one to the next.
    let id = cell(&mut client);
    let late = client.question();
    client.send(Channel::Control, "interrupt_request", json!({}));
    assert_eq!(client.reply(&id)["ename"], "interrupted");
    let answer = |client: &mut Client, question: &Message, value: &str| {
        let message = Outgoing::new("input_reply", Some(question), json!({"value": value}));
        let frames = client.wire.write(&[], &message);
        client.send_frames(Channel::Stdin, frames);
    };
    let id = cell(&mut client);
    let question = client.question();
    answer(&mut client, &late, "nobody");
    answer(&mut client, &question, "Ünal");
    client.outputs(late.parent["msg_id"].as_str().unwrap());
    assert_eq!(printed(&client.outputs(&id)).0, "who\nhello Ünal\n");
    // Nobody is asked who does not want it.
    let (reply, outputs) = client.run("ask Name?");
    assert_eq!(reply["ename"], "no_input");
    assert_eq!(
        outputs,
        ["error no_input: the front end does not take questions here (allow_stdin is false)"]
    );
}

#[test]
fn places_are_counted_in_characters() {
    let server = Server::start();
    let mut client = server.client();
    let code = "X = 'ä😀', att";
    let content = json!({"code": code, "cursor_pos": 13});
    let reply = client.ask("complete_request", content);
    assert_eq!(reply["matches"], json!(["attacks", "attacked_by"]));
    assert_eq!([&reply["cursor_start"], &reply["cursor_end"]], [10, 13]);
    assert_eq!(
        reply["metadata"]["_jupyter_types_experimental"][0],
        json!({"start": 10, "end": 13, "text": "attacks", "type": "function", "signature": null})
    );
    // Beyond the end, it is at the end.
    let content = json!({"code": code, "cursor_pos": 99});
    assert_eq!(client.ask("complete_request", content)["cursor_end"], 13);
}

#[test]
fn help_and_completeness() {
    let server = Server::start();
    let mut client = server.client();
    let mut inspect =
        |code: &str| client.ask("inspect_request", json!({"code": code, "cursor_pos": 0}));
    let found = inspect("attacks(X)");
    assert_eq!(found["found"], true);
    assert_eq!(
        found["data"],
        json!({"text/markdown": "**attacks**", "text/plain": "**attacks**"})
    );
    assert_eq!(inspect("foo")["found"], false);
    // A mistake in the language is not the end of the kernel.
    assert_eq!(inspect("panic")["found"], false);
    let mut state = |code: &str| client.ask("is_complete_request", json!({ "code": code }));
    assert_eq!(state("a."), json!({"status": "complete"}));
    assert_eq!(
        state("a :-"),
        json!({"status": "incomplete", "indent": "    "})
    );
    assert_eq!(state("a )("), json!({"status": "invalid"}));
}

#[test]
fn partial_and_unknown_requests() {
    let server = Server::start();
    let mut client = server.client();
    client.send(Channel::Shell, "frobnicate_request", json!({}));
    client.send(Channel::Shell, "comm_msg", json!({"comm_id": "x"}));
    client.send(Channel::Control, "debug_request", json!({}));
    let id = client.send(Channel::Shell, "comm_open", json!({"comm_id": "x"}));
    assert_eq!(client.outputs(&id)[0].content["comm_id"], "x");
    let mut status = |kind: &str, content: Value| client.ask(kind, content)["status"].clone();
    assert_eq!(status("execute_request", json!({})), "ok");
    assert_eq!(
        status("execute_request", json!({"code": 1, "silent": "x"})),
        "ok"
    );
    assert_eq!(status("execute_request", json!([])), "ok");
    assert_eq!(
        status("history_request", json!({"hist_access_type": "search"})),
        "ok"
    );
    assert_eq!(status("complete_request", json!(null)), "ok");
    assert_eq!(status("inspect_request", json!({"cursor_pos": -1})), "ok");
    assert_eq!(status("is_complete_request", json!({})), "incomplete");
    assert_eq!(status("comm_info_request", json!({})), "ok");
    let ports = client.ask("connect_request", json!({}));
    assert_eq!(ports["shell_port"], 2);
}

#[test]
fn messages_that_cannot_be_read() {
    let server = Server::start();
    let mut client = server.client();
    let forger = Wire::new("another key").unwrap();
    let evil = Outgoing::new("execute_request", None, json!({"code": "print evil"}));
    client.send_frames(Channel::Shell, forger.write(&[], &evil));
    for channel in [Channel::Shell, Channel::Control, Channel::Stdin] {
        client.send_frames(channel, frames(&["", "no delimiter"]));
        client.send_frames(channel, frames(&["<IDS|MSG>"]));
        client.send_frames(channel, frames(&["<IDS|MSG>", "zz", "{", "{}", "{}", "{}"]));
        client.send_frames(channel, frames(&["<IDS|MSG>", "ab", "{}"]));
    }
    let (reply, outputs) = client.run("print good");
    assert_eq!(reply["execution_count"], 1);
    assert_eq!(outputs, ["stdout: good\n"]);
}

#[test]
fn clients_come_and_go() {
    let server = Server::start();
    let mut first = server.client();
    let mut second = server.client();
    // Each sees what the other one does.
    assert_eq!(first.run("print one").1, ["stdout: one\n"]);
    second.until_printed("one");
    assert_eq!(second.run("print two").1, ["stdout: two\n"]);
    first.until_printed("two");
    // One goes away in the middle of its cell.
    second.execute("print on\nsleep 20\nprint over");
    second.until_printed("on");
    drop(second);
    for _ in 0..20 {
        assert_eq!(server.client().run("print x").1, ["stdout: x\n"]);
    }
    assert_eq!(first.run("print still").1, ["stdout: still\n"]);
}

#[test]
fn floods() {
    let server = Server::start();
    let mut client = server.client();
    let id = client.execute("empty 300000");
    let (text, messages) = printed(&client.outputs(&id));
    assert_eq!(text.len(), 300_000);
    // A pause of the machine may make some more of them.
    assert!(messages < 1000, "{messages} messages");
    let id = client.execute("lines 60000");
    let (text, _) = printed(&client.outputs(&id));
    assert!(
        text.lines()
            .map(|line| line.parse::<u32>().unwrap())
            .eq(0..60_000)
    );
    // What is too much is reported in a sentence.
    let id = client.execute("lines 100000");
    let (text, _) = printed(&client.outputs(&id));
    assert!(
        text.ends_with("\n... 64602 more characters are not shown\n"),
        "{}",
        &text[text.len() - 80..]
    );
    // An interrupt ends a flood at once, although much of it was to come.
    let id = client.execute("lines 1000000000");
    client.until_printed("1000\n");
    client.send(Channel::Control, "interrupt_request", json!({}));
    assert_eq!(client.reply(&id)["ename"], "interrupted");
}

#[test]
fn silence_and_history() {
    let server = Server::start();
    let mut client = server.client();
    client.run("result 1");
    let content = json!({"code": "print unseen\nerror x", "silent": true, "stop_on_error": false});
    let id = client.send(Channel::Shell, "execute_request", content);
    assert!(client.outputs(&id).is_empty());
    let reply = client.reply(&id);
    assert_eq!(
        [&reply["ename"], &reply["execution_count"]],
        [&json!("oops"), &json!(1)]
    );
    let content = json!({"code": "print seen", "store_history": false});
    let id = client.send(Channel::Shell, "execute_request", content);
    assert_eq!(printed(&client.outputs(&id)).0, "seen\n");
    assert_eq!(client.reply(&id)["execution_count"], 1);
    client.run("print 2");
    let content = json!({"hist_access_type": "tail", "n": 9, "output": true});
    let history = client.ask("history_request", content);
    assert_eq!(
        history["history"],
        json!([[1, 1, ["result 1", "1"]], [1, 2, ["print 2", null]]])
    );
}

#[test]
fn cells_have_names() {
    // Without a key, frames are easily made.
    let server = Server::with_key("");
    let mut client = server.client();
    assert_eq!(client.run("id").1, ["stdout: none"]);
    let header = r#"{"msg_id": "m", "msg_type": "execute_request"}"#;
    let parts = [header, "{}", r#"{"cellId": "c1"}"#, r#"{"code": "id"}"#];
    client.send_frames(
        Channel::Shell,
        frames(&[&["<IDS|MSG>", ""][..], &parts].concat()),
    );
    assert_eq!(printed(&client.outputs("m")).0, "c1");
}

#[test]
fn an_interpreter_that_is_gone_is_replaced() {
    let server = Server::start();
    let mut client = server.client();
    assert_eq!(client.run("number").1, ["stdout: 1"]);
    assert_eq!(client.run("die").1, ["error crash: the engine is gone"]);
    assert_eq!(client.run("number").1, ["stdout: 2"]);
    assert_eq!(
        client.run("panic").1,
        ["error panic: this is a bug in Chesslog: asked to"]
    );
    assert_eq!(client.run("number").1, ["stdout: 3"]);
}

#[test]
fn the_end() {
    for (channel, code) in [
        (Channel::Control, "spin"),
        (Channel::Control, "print on\nlines 1000000000"),
        (Channel::Shell, "spin"),
        (Channel::Control, "print on"),
    ] {
        let mut server = Server::start();
        let mut client = server.client();
        client.execute(code);
        client.until_printed("on");
        let id = client.send(channel, "shutdown_request", json!({"restart": true}));
        let reply = match channel {
            Channel::Shell => client.reply(&id),
            _ => client.control().content,
        };
        assert_eq!(reply, json!({"status": "ok", "restart": true}));
        server.wait().unwrap();
    }
}
