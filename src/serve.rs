//! `chesslog serve`: a page with a board in the browser, and what it asks of this process.
//!
//! ```text
//! browser ── guard.rs ── assets.rs      the page: files of `page/`, embedded in the program
//!                    └── api.rs         one call a name, JSON in and out, over
//!                          ├── board.rs, games.rs, source.rs, examples.rs    what needs no Prolog
//!                          ├── rooms.rs, ask.rs    a page's own Prolog, in a sandbox; answers as they come
//!                          ├── explain.rs          one engine for all pages, which runs our own goals only
//!                          ├── play.rs, prove.rs, small_games.rs   opponents, and proofs of strategies for endings
//!                          └── train.rs            a thread for each learner
//! ```
//!
//! Whoever knows the token may ask; it stands in the address that is printed, behind `#`, where no log and no other site
//! sees it. Calls are listed in [`api`]. Nothing outside this machine is ever asked.

mod api;
mod ask;
mod assets;
mod board;
mod examples;
mod explain;
mod games;
mod guard;
mod play;
mod prove;
mod rooms;
mod small_games;
mod source;
mod stopper;
mod train;

use std::{
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{get, post},
};
use tokio::{net::TcpListener, runtime, task, time};

use self::{explain::Explainer, guard::Token, rooms::Rooms};
use crate::{engine::Limits, session::opponent::Opponent};

/// The port if nobody names one: the year of the Immortal Game. Where it is taken, any free one.
const PORT: u16 = 1851;
/// Bytes of a request: a file of games or of puzzles.
const LARGEST: usize = 64 << 20;
/// Requests that are worked on at the same time.
const THREADS: usize = 64;

/// How pages are served.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen at; this machine only, if none is named.
    pub address: Option<IpAddr>,
    /// The port; 0 for any free one.
    pub port: Option<u16>,
    /// Whether a browser is opened.
    pub open: bool,
    /// What a query may use.
    pub limits: Limits,
    /// Files of strategies that play chess.
    pub strategies: Vec<String>,
    /// The file of a learner's scores, if not the usual one.
    pub scores: Option<PathBuf>,
}

/// What all requests share.
struct Server {
    token: Token,
    rooms: Rooms,
    explainer: Explainer,
    opponent: Opponent,
    scores: Option<PathBuf>,
}

impl Server {
    fn new(config: &Config) -> Result<Server, String> {
        Ok(Server {
            token: Token::new()?,
            rooms: Rooms::new(config.limits),
            explainer: Explainer::default(),
            opponent: Opponent::read(&config.strategies)?,
            scores: config.scores.clone(),
        })
    }
}

/// Serves pages until the process is ended.
///
/// # Errors
///
/// If the port is taken, or a file of a strategy is wrong.
pub fn run(config: &Config) -> Result<(), String> {
    let server = Arc::new(Server::new(config)?);
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .build()
        .map_err(|error| format!("cannot serve: {error}"))?;
    runtime.block_on(async {
        let listener = listen(config).await?;
        let at = listener
            .local_addr()
            .map_err(|error| format!("cannot serve: {error}"))?;
        let address = address(at, &server.token);
        let told = writeln!(
            io::stdout(),
            "Chesslog is at {address}\n{} can ask it who know this address. Ctrl-C ends it.",
            match at.ip() {
                ip if ip.is_loopback() => "Only those on this machine",
                ip if ip.is_unspecified() => "All who reach this machine, by its own address,",
                _ => "All who reach this address",
            }
        );
        // Whoever started it without a terminal has the address from elsewhere.
        _ = told.and_then(|()| io::stdout().flush());
        if config.open {
            open(&address);
        }
        let early = Arc::clone(&server);
        task::spawn_blocking(move || early.explainer.warm_up());
        let idle = Arc::clone(&server);
        tokio::spawn(async move {
            loop {
                time::sleep(rooms::LOOK).await;
                idle.rooms.end_idle();
            }
        });
        let served = axum::serve(listener, router(server)).await;
        served.map_err(|error| format!("cannot go on: {error}"))
    })
}

/// All that there is to ask, behind the guard.
fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{asset}", get(assets::asset))
        .route("/api/{name}", post(api::call))
        .fallback(guard::nothing_there)
        .method_not_allowed_fallback(guard::not_so)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&server),
            guard::check,
        ))
        .with_state(server)
}

async fn listen(config: &Config) -> Result<TcpListener, String> {
    let ip = config.address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let bound = TcpListener::bind(SocketAddr::new(ip, config.port.unwrap_or(PORT))).await;
    match bound {
        Err(error) if config.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(ip, 0)).await
        }
        bound => bound,
    }
    .map_err(|error| {
        let port = config.port.unwrap_or(PORT);
        format!("cannot listen at {}: {error}", SocketAddr::new(ip, port))
    })
}

/// What a browser is to open.
fn address(at: SocketAddr, token: &Token) -> String {
    // Nobody can open an address that stands for all.
    let shown = match at.ip().is_unspecified() {
        true => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), at.port()),
        false => at,
    };
    format!("http://{shown}/#{}", token.text())
}

/// Opens the browser of the user.
fn open(address: &str) {
    let usual = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let named = std::env::var("BROWSER").ok();
    let named = named.filter(|browser| !browser.trim().is_empty());
    let program = named.as_deref().unwrap_or(usual);
    let mut command = Command::new(program);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    if quiet.stderr(Stdio::null()).arg(address).spawn().is_err() {
        eprintln!("warning: --open: {program} cannot be started; open the address yourself");
    }
}
