//! Who may ask: this machine's own pages, with the token.
//!
//! Another site that is open in the same browser can send requests here, and can let its name lead here (DNS rebinding).
//! So a request has to name an address, and no domain, as its host; a page that asks must have come from there; and calls
//! need the token, in a header that no form can send. Pages may load nothing from elsewhere.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use ring::rand::{SecureRandom, SystemRandom};

use super::{Server, api::Refusal};

/// The header that has the token.
pub const HEADER: &str = "x-chesslog-token";

/// What every answer says.
const SAID: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// What whoever asks has to know.
pub struct Token(String);

impl Token {
    /// One that nobody can guess.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub fn new() -> Result<Token, String> {
        let mut bytes = [0; 16];
        let filled = SystemRandom::new().fill(&mut bytes);
        filled.map_err(|_| "the system has no random numbers".to_owned())?;
        Ok(Token(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// The token.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is the token; how long that takes does not depend on where they differ.
    fn is(&self, text: &str) -> bool {
        let differing = self.0.bytes().zip(text.bytes());
        let differing = differing.fold(0, |differing, (a, b)| differing | (a ^ b));
        self.0.len() == text.len() && differing == 0
    }
}

/// Lets a request pass, or refuses it.
pub async fn check(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let call = request.uri().path().starts_with("/api/");
    let mut answer = match refused(request.headers(), call.then_some(&server.token)) {
        None => next.run(request).await,
        Some(refusal) => refusal.into_response(),
    };
    for (name, value) in SAID {
        answer
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Why a request is refused; calls have to know the token.
fn refused(headers: &HeaderMap, token: Option<&Token>) -> Option<Refusal> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok();
    let Some(host) = text(header::HOST).filter(|host| is_address(host)) else {
        return Some(Refusal {
            status: StatusCode::MISDIRECTED_REQUEST,
            message: "open Chesslog by its address, such as 127.0.0.1, and not by a name"
                .to_owned(),
        });
    };
    let origin = headers.get(header::ORIGIN).map(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        origin.strip_prefix("http://") == Some(host)
    });
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let foreign = origin == Some(false)
        || site.is_some_and(|site| match token {
            Some(_) => site != "same-origin",
            // A link may lead to the page.
            None => !matches!(site, "same-origin" | "none") && !is_navigation(headers),
        });
    if foreign {
        return Some(Refusal {
            status: StatusCode::FORBIDDEN,
            message: "another site asks, which is not allowed".to_owned(),
        });
    }
    let known = token.is_none_or(|token| {
        let given = text(HeaderName::from_static(HEADER));
        given.is_some_and(|given| token.is(given))
    });
    (!known).then(|| Refusal {
        status: StatusCode::FORBIDDEN,
        message: "open the address that `chesslog serve` has printed".to_owned(),
    })
}

fn is_navigation(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-mode")
        .is_some_and(|mode| mode.as_bytes() == b"navigate")
}

/// Whether a host is an address or `localhost`, maybe with a port.
fn is_address(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(address, _)| address),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

/// There is nothing at this path.
pub async fn nothing_there() -> Refusal {
    Refusal {
        status: StatusCode::NOT_FOUND,
        message: "there is nothing at this path".to_owned(),
    }
}

/// There is something at this path, which is asked for otherwise.
pub async fn not_so() -> Refusal {
    Refusal {
        status: StatusCode::METHOD_NOT_ALLOWED,
        message: "expected GET for the page and POST for calls".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses() {
        for host in [
            "127.0.0.1:1851",
            "localhost",
            "LOCALHOST:1",
            "[::1]:80",
            "10.0.0.7",
        ] {
            assert!(is_address(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "127.0.0.1.evil.example:80",
            "[evil]:1",
            "1.2.3",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }

    #[test]
    fn tokens_differ_and_are_compared_whole() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert!(one.is(one.text()) && !one.is(other.text()));
        assert!(!one.is(&one.text()[1..]) && !one.is("") && one.text().len() == 32);
    }
}
