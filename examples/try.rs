use scryer_prolog::*;
fn main() {
    let (_, s) = StreamConfig::from_callbacks(Some(Box::new(|c: &mut std::io::Cursor<Vec<u8>>| { eprint!("{}", String::from_utf8_lossy(c.get_ref())); c.get_mut().clear(); c.set_position(0); })), None);
    let mut m = MachineBuilder::default().with_streams(s).build();
    for a in std::env::args().skip(1) {
        let (op, f) = a.split_once(':').unwrap();
        eprintln!("== {a}");
        match op {
            "L" => m.load_module_string(f, std::fs::read_to_string(f).unwrap()),
            "C" => m.consult_module_string(f, std::fs::read_to_string(f).unwrap()),
            "S" => m.consult_module_string("s", f),
            "Q" => eprintln!("{:?}", m.run_query(f).next()),
            _ => panic!(),
        }
    }
}
