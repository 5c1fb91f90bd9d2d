#[global_allocator]
static ALLOCATOR: chesslog::os::LimitedAllocator = chesslog::os::LimitedAllocator;
use chesslog::engine::*;
fn main() {
    serve_if_worker(); if std::env::args().nth(1).as_deref() == Some("dump") { println!("{}", chesslog::native::wrapper::codes_module()); for (n,t) in chesslog::native::wrapper::modules() { println!("%%%% {n}\n{t}"); } return; }
    let t = std::time::Instant::now();
    let mut e = if std::env::var("TH").is_ok() { Engine::in_thread().unwrap() } else { Engine::spawn().unwrap() };
    eprintln!("boot {:?}", t.elapsed());
    for q in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let l = Limits { wall: Some(std::time::Duration::from_secs(2)), memory: Some(1 << 30), ..Limits::default() };
        println!("?- {q}");
        let mut n = 0;
        if let Some(f) = q.strip_prefix("consult ") {
            for ev in e.consult(std::path::Path::new(f), l) { println!("   {ev:?}"); }
        } else {
            for ev in e.query_with(&q, QueryOptions{limits:l, lazy: true, typed: true, ..Default::default()}) { println!("   {ev:?}"); n += 1; if n > 6 { break; } }
        }
        println!("   {:?}", t.elapsed());
    }
}
