//! The loop that runs cells: it takes requests, hands one cell after the other to the interpreter, and publishes what
//! comes of them.
//!
//! Only cells wait for each other. All else is answered while one runs, so that somebody who types, or a front end that
//! connects, does not wait for it.

use std::{
    collections::VecDeque,
    future::pending,
    mem,
    sync::{Arc, PoisonError, mpsc as blocking},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    sync::mpsc,
    task::yield_now,
    time::{Instant, sleep, sleep_until},
};
use zeromq::{RouterRecvHalf, RouterSendHalf, RouterSocket, SocketSend};

use super::{
    interpreter::{Bundle, Failure, Unanswered},
    output::Output,
    requests::Kernel,
    runner::{Event, Job, Question},
    sockets::receive,
    wire::{Message, Outgoing},
};

/// How many events may wait. The interpreter waits when there are more: what is printed fast does not fill the memory,
/// and little of it is left to be shown after an interrupt.
const EVENTS: usize = 256;

/// How often an interpreter that was interrupted is told so again, until its cell ends.
const INSISTENCE: Duration = Duration::from_millis(100);

/// How often it is tried to send a question.
const ATTEMPTS: u32 = 20;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

/// The sockets for requests and questions, and the cells.
pub struct Shell {
    kernel: Arc<Kernel>,
    requests: RouterRecvHalf,
    replies: RouterSendHalf,
    input: RouterRecvHalf,
    questions: RouterSendHalf,
    jobs: blocking::Sender<Job>,
    /// Cells that wait for the one that runs.
    waiting: VecDeque<Message>,
    /// The number of the last cell.
    count: u64,
    running: Option<Running>,
    /// Whether the kernel is to end.
    ended: bool,
}

/// The cell that runs.
struct Running {
    request: Message,
    /// Whether nobody is to see what it does.
    silent: bool,
    events: mpsc::Receiver<Event>,
    output: Output,
    /// The question that waits for its answer, and the name of the message in which it was asked.
    question: Option<(String, Question)>,
    /// When the interpreter is told again that the cell is interrupted.
    insist: Option<Instant>,
}

/// What a shell waits for.
enum Happening {
    Request(Message),
    Input(Message),
    /// `None`: the interpreter's thread is gone.
    Event(Option<Event>),
    /// What was printed has waited long enough.
    Due,
    Interrupted,
}

impl Shell {
    /// A shell on these sockets; cells become jobs.
    pub fn new(
        kernel: Arc<Kernel>,
        shell: RouterSocket,
        stdin: RouterSocket,
        jobs: blocking::Sender<Job>,
    ) -> Shell {
        let (replies, requests) = shell.split();
        let (questions, input) = stdin.split();
        Shell {
            kernel,
            requests,
            replies,
            input,
            questions,
            jobs,
            waiting: VecDeque::new(),
            count: 0,
            running: None,
            ended: false,
        }
    }

    /// Answers requests until one asks for the end.
    pub async fn run(mut self) {
        while !self.ended {
            if self.running.is_none()
                && let Some(request) = self.waiting.pop_front()
            {
                self.begin(request).await;
            }
            match self.next().await {
                Happening::Request(request) => self.take(request).await,
                Happening::Input(message) => self.answer_question(&message),
                Happening::Event(event) => {
                    let gone = || Event::Done(Err(Failure::new("gone", "the interpreter is gone")));
                    self.handle(event.unwrap_or_else(gone)).await;
                }
                Happening::Due => self.publish(Output::flush).await,
                Happening::Interrupted => self.interrupt(),
            }
        }
    }

    async fn next(&mut self) -> Happening {
        let wire = &self.kernel.wire;
        let running = self.running.as_mut();
        let due = running.as_ref().and_then(|running| running.output.due());
        let insist = running.as_ref().and_then(|running| running.insist);
        let event = async {
            match running {
                Some(running) => running.events.recv().await,
                None => pending().await,
            }
        };
        tokio::select! {
            request = receive(&mut self.requests, "shell", wire) => Happening::Request(request),
            // Also when nothing is asked: an answer that comes too late is not for the next question.
            message = receive(&mut self.input, "stdin", wire) => Happening::Input(message),
            event = event => Happening::Event(event),
            () = at(due) => Happening::Due,
            () = self.kernel.interrupts.changed() => Happening::Interrupted,
            () = at(insist) => Happening::Interrupted,
        }
    }

    /// Takes a request: a cell has to wait, all else is answered.
    async fn take(&mut self, request: Message) {
        if request.kind() == "execute_request" {
            self.waiting.push_back(request);
            return;
        }
        let kernel = self.kernel.clone();
        kernel.publisher.state("busy", Some(&request)).await;
        if let Some((kind, content)) = kernel.answer(&request).await {
            self.reply(&request, kind, content).await;
        }
        kernel.publisher.state("idle", Some(&request)).await;
        if let Some(running) = &self.running {
            // Front ends believe the last state that they hear of.
            let publisher = &kernel.publisher;
            publisher.state("busy", Some(&running.request)).await;
        }
        self.ended |= request.kind() == "shutdown_request";
    }

    async fn begin(&mut self, request: Message) {
        let silent = request.flag("silent", false);
        let code = request.text("code").to_owned();
        // From here on, an interrupt is for this cell.
        self.kernel.interrupts.clear();
        if !silent && request.flag("store_history", true) {
            self.count += 1;
            let history = self.kernel.history.lock();
            let mut history = history.unwrap_or_else(PoisonError::into_inner);
            history.add(self.count, &code);
        }
        let publisher = &self.kernel.publisher;
        publisher.state("busy", Some(&request)).await;
        if !silent {
            let content = json!({ "code": code, "execution_count": self.count });
            publisher
                .send("execute_input", Some(&request), content)
                .await;
        }
        let (sender, events) = mpsc::channel(EVENTS);
        // If it is not taken, the thread is gone, and so is the sender: the first event will be that there are none.
        _ = self.jobs.send(Job {
            code,
            id: request.metadata["cellId"].as_str().map(str::to_owned),
            silent,
            events: sender,
        });
        self.running = Some(Running {
            request,
            silent,
            events,
            output: Output::default(),
            question: None,
            insist: None,
        });
    }

    async fn handle(&mut self, event: Event) {
        let count = self.count;
        match event {
            Event::Text(stream, text) => self.publish(|output| output.text(stream, &text)).await,
            Event::Display(bundle, id) => self.publish(|output| output.display(bundle, id)).await,
            Event::Update(bundle, id) => self.publish(|output| output.update(bundle, id)).await,
            Event::Result(bundle) => {
                self.remember(&bundle);
                self.publish(|output| output.result(bundle, count)).await;
            }
            Event::Ask(question) => self.ask(question).await,
            Event::Done(result) => self.end(result).await,
        }
    }

    /// Notes the value of a cell for the history.
    fn remember(&self, bundle: &Bundle) {
        let text = bundle.data.get("text/plain").and_then(Value::as_str);
        if let Some(text) = text {
            let history = self.kernel.history.lock();
            let mut history = history.unwrap_or_else(PoisonError::into_inner);
            history.set_output(self.count, text);
        }
    }

    /// Does something with the output of the cell, and publishes what is ready then.
    async fn publish(&mut self, change: impl FnOnce(&mut Output)) {
        let Some(running) = &mut self.running else {
            return;
        };
        change(&mut running.output);
        for (kind, content) in running.output.take() {
            if !running.silent {
                let publisher = &self.kernel.publisher;
                publisher.send(kind, Some(&running.request), content).await;
            }
        }
    }

    /// Asks whoever has sent the cell.
    async fn ask(&mut self, question: Question) {
        // What was printed before it may say what it is about.
        self.publish(Output::flush).await;
        let Some(running) = &mut self.running else {
            return;
        };
        // Nobody listens to a refusal that comes too late.
        if self.kernel.interrupts.asked() {
            _ = question.answer.send(Err(Unanswered::Interrupted));
            return;
        }
        let request = &running.request;
        if !request.flag("allow_stdin", false) {
            let why = "the front end does not take questions here (allow_stdin is false)";
            let refusal = Unanswered::Refused(why.to_owned());
            _ = question.answer.send(Err(refusal));
            return;
        }
        let content = json!({ "prompt": question.prompt, "password": question.password });
        let message = Outgoing::new("input_request", Some(request), content);
        let frames = self.kernel.wire.write(&request.identities, &message);
        // A client that has just connected, or connects again, is known a moment later.
        for _ in 0..ATTEMPTS {
            if self.questions.send(frames.clone()).await.is_ok() {
                running.question = Some((message.id, question));
                return;
            }
            sleep(BETWEEN_ATTEMPTS).await;
        }
        let why = "the front end that has sent the cell is gone, so it cannot be asked";
        let refusal = Unanswered::Refused(why.to_owned());
        _ = question.answer.send(Err(refusal));
    }

    /// Takes an answer, if it is one to the question that is asked now.
    fn answer_question(&mut self, message: &Message) {
        let Some(running) = &mut self.running else {
            return;
        };
        let asked = running.request.identities.first();
        // Not all clients say what they answer.
        let about = message.parent["msg_id"].as_str();
        let question = running.question.take_if(|(id, _)| {
            message.identities.first() == asked && about.is_none_or(|about| about == id)
        });
        if let Some((_, question)) = question {
            _ = question.answer.send(Ok(message.text("value").to_owned()));
        }
    }

    fn interrupt(&mut self) {
        let interrupts = &self.kernel.interrupts;
        let Some(running) = &mut self.running else {
            return;
        };
        // An interrupt from before this cell may still wake us.
        if interrupts.asked() {
            running.question = None;
            if running.insist.is_some() {
                interrupts.insist();
            }
            running.insist = Some(Instant::now() + INSISTENCE);
        }
    }

    /// The cell has ended.
    async fn end(&mut self, result: Result<(), Failure>) {
        self.publish(Output::finish).await;
        let Some(Running {
            request, silent, ..
        }) = self.running.take()
        else {
            return;
        };
        let failed = result.is_err();
        let mut content = json!({});
        if let Err(failure) = result {
            content = error(failure);
            if !silent {
                let publisher = &self.kernel.publisher;
                publisher
                    .send("error", Some(&request), content.clone())
                    .await;
            }
        }
        content["status"] = if failed { "error" } else { "ok" }.into();
        content["execution_count"] = self.count.into();
        content["user_expressions"] = json!({});
        content["payload"] = json!([]);
        // Cells that wait behind one that failed are aborted. They are taken before the reply is sent: what a client
        // sends when it knows of the failure is to be run.
        let mut aborted = VecDeque::new();
        if failed && request.flag("stop_on_error", true) {
            self.take_arrived().await;
            aborted = mem::take(&mut self.waiting);
        }
        self.reply(&request, "execute_reply", content).await;
        self.kernel.publisher.state("idle", Some(&request)).await;
        for request in aborted {
            let publisher = self.kernel.publisher.clone();
            publisher.state("busy", Some(&request)).await;
            let content = json!({ "status": "aborted", "execution_count": self.count });
            self.reply(&request, "execute_reply", content).await;
            publisher.state("idle", Some(&request)).await;
        }
    }

    /// Takes the cells that have arrived and were not read yet.
    async fn take_arrived(&mut self) {
        loop {
            let request = tokio::select! {
                biased;
                request = receive(&mut self.requests, "shell", &self.kernel.wire) => request,
                // By then the runtime has asked the system what there is.
                () = yield_now() => return,
            };
            self.take(request).await;
        }
    }

    async fn reply(&mut self, request: &Message, kind: &str, content: Value) {
        let message = Outgoing::new(kind, Some(request), content);
        let frames = self.kernel.wire.write(&request.identities, &message);
        if let Err(error) = self.replies.send(frames).await {
            eprintln!("kernel: shell: a client has gone without its {kind}: {error}");
        }
    }
}

/// Waits until then, or for ever.
async fn at(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => pending().await,
    }
}

/// A failure as the protocol has it.
fn error(failure: Failure) -> Value {
    let Failure {
        name,
        message,
        mut traceback,
        ..
    } = failure;
    if traceback.is_empty() {
        traceback.push(format!("\x1b[31m{name}\x1b[0m: {message}"));
    }
    json!({ "ename": name, "evalue": message, "traceback": traceback })
}
