//! The page: the files of `page/`, which are part of the program.

use std::sync::LazyLock;

use axum::{
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};

use super::guard;
use crate::chess::svg;

/// The page itself, with the shapes of the pieces in it.
static INDEX: LazyLock<String> =
    LazyLock::new(|| include_str!("page/index.html").replace("<!--pieces-->", &svg::symbols()));

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// What the page loads.
const ASSETS: [(&str, &str, &str); 9] = [
    (
        "page.css",
        "text/css; charset=utf-8",
        include_str!("page/page.css"),
    ),
    ("main.js", SCRIPT, include_str!("page/main.js")),
    ("api.js", SCRIPT, include_str!("page/api.js")),
    ("board.js", SCRIPT, include_str!("page/board.js")),
    ("ask.js", SCRIPT, include_str!("page/ask.js")),
    ("explain.js", SCRIPT, include_str!("page/explain.js")),
    ("games.js", SCRIPT, include_str!("page/games.js")),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("train.js", SCRIPT, include_str!("page/train.js")),
];

/// The page.
pub async fn index() -> Response {
    (
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        INDEX.as_str(),
    )
        .into_response()
}

/// One of the files that it loads.
pub async fn asset(Path(name): Path<String>) -> Response {
    if name == "icon.svg" {
        return ([(header::CONTENT_TYPE, "image/svg+xml")], svg::icon()).into_response();
    }
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => guard::nothing_there().await.into_response(),
    }
}
