//! Programs that the machine finds, and the order in which it does.

use super::*;
use crate::mil::{BackgroundSource, Later, Task};

fn task(text: &str) -> Task {
    Task::read(text).unwrap()
}

/// The programs in order, without levels; goals of the background fail.
fn programs(task: Task, source: &mut dyn BackgroundSource, most: usize) -> Vec<String> {
    programs_of(Machine::new(task), source, most)
}

fn programs_of(
    mut machine: Machine,
    source: &mut dyn BackgroundSource,
    most: usize,
) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        match machine.run(source) {
            Progress::Level(_) => {}
            Progress::Solution => {
                found.push(machine.program());
                if found.len() == most {
                    return found;
                }
            }
            Progress::Exhausted => return found,
            step => panic!("{step:?}"),
        }
    }
}

const FAMILY: &str = "body(mother,2,any,[[ann,amy],[ann,andy],[amy,amelia],[linda,gavin]]),
    body(father,2,any,[[steve,amy],[steve,andy],[gavin,amelia],[andy,spongebob]])";

const RULES: &str = "metarule(1,[P,Q],[P,A,B],[[Q,A,B]],none),
    metarule(2,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]],none)";

#[test]
fn grandparents_need_an_invented_parent() {
    let task = task(&format!(
        "task([[g,ann,amelia],[g,steve,amelia],[g,ann,spongebob],[g,steve,spongebob],[g,linda,amelia]],
            [[g,amy,amelia]],[{FAMILY}],[head(g,2,any)],[],[],[{RULES}],[])"
    ));
    assert_eq!(
        programs(task, &mut Later, 1),
        ["[sub(1,g_1,2,[g_1,father]),sub(1,g_1,2,[g_1,mother]),sub(2,g,2,[g,g_1,g_1])]"]
    );
}

#[test]
fn what_has_no_program_is_searched_to_the_end() {
    let task = task(&format!(
        "task([[g,ann,amelia]],[[g,ann,amelia]],[{FAMILY}],[],[],[],[{RULES}],[max_clauses(4)])"
    ));
    assert!(programs(task, &mut Later, 1).is_empty());
}

#[test]
fn recursion_needs_a_second_clause() {
    let task = task(
        "task([[p,a,b],[p,a,c],[p,a,a]],[],[body(edge,2,any,[[a,b],[b,c],[c,a]])],[],[],[],
            [metarule(1,[P,Q],[P,A,B],[[Q,A,B]],none),
             metarule(2,[P,Q],[P,A,B],[[Q,A,C],[P,C,B]],none)],[])",
    );
    assert_eq!(
        programs(task, &mut Later, 1),
        ["[sub(2,p,2,[p,edge]),sub(1,p,2,[p,edge])]"]
    );
}

#[test]
fn constants_are_learned_and_no_clause_comes_twice() {
    let task = task(
        "task([[p,1,2],[p,1,3],[p,1,4],[p,1,1],[p,2,2],[p,4,4]],[[p,2,4],[p,3,4],[p,3,1]],[],[],[],[],
            [metarule(1,[P,A],[P,A,B],[],none),metarule(2,[P,B],[P,A,B],[],none)],[])",
    );
    assert_eq!(
        programs(task, &mut Later, 1),
        ["[sub(1,p,2,[p,4]),sub(2,p,2,[p,2]),sub(1,p,2,[p,1])]"]
    );
}

#[test]
fn higher_order_background_calls_what_is_learned() {
    let task = task(
        "task([[f,[1,2,3],[3,4,5]]],[],[body(succ,2,any,[[1,2],[2,3],[3,4],[4,5]])],[],[],
            [ibk(1,[map,[],[],_],[],none),
             ibk(2,[map,[A|As],[B|Bs],F],[[F,A,B],[map,As,Bs,F]],none)],
            [metarule(curry,[P,Q,F],[P,A,B],[[Q,A,B,F]],none),
             metarule(chain,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]],none)],[])",
    );
    assert_eq!(
        programs(task, &mut Later, 1),
        ["[sub(chain,f_1,2,[f_1,succ,succ]),sub(curry,f,2,[f,map,f_1])]"]
    );
}

/// Several targets at once: each may call the other one.
#[test]
fn targets_are_learned_together() {
    let task = task(
        "task([[even,0],[even,2],[even,4],[odd,1],[odd,3]],[[even,1],[even,3],[odd,2],[odd,0]],
            [body(zero,1,any,[[0]]),body(s,2,any,[[1,0],[2,1],[3,2],[4,3]])],[],[],[],
            [metarule(id,[P,Q],[P,A],[[Q,A]],none),
             metarule(step,[P,Q,R],[P,A],[[Q,A,B],[R,B]],none)],[])",
    );
    let found = programs(task, &mut Later, 1);
    assert_eq!(
        found,
        ["[sub(step,odd,1,[odd,s,even]),sub(step,even,1,[even,s,odd]),sub(id,even,1,[even,zero])]"]
    );
}

#[test]
fn negation_ranges_over_the_background() {
    let task = task(
        "task([[f,a,b]],[[f,a,c]],[body(won,1,any,[[c]]),body(move,2,any,[[a,b],[a,c],[c,d]])],[],[],[],
            [metarule(not,[P,Q,R],[P,A,B],[[Q,A,B],not([R,B,_])],none)],[])",
    );
    assert_eq!(
        programs(task, &mut Later, 1),
        ["[sub(not,f,2,[f,move,move])]"]
    );
}

#[test]
fn types_keep_predicates_apart() {
    let text = |typed: bool| {
        format!(
            "task([[f,a,1]],[],[body(g,2,[t,v],[[a,b]]),body(h,2,[t,u],[[a,b]]),body(k,2,[u,int],[[b,1]])],
                [head(f,2,[t,int])],[],[],
                [metarule(chain,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]],none)],[typed({typed})])"
        )
    };
    let first = |typed| programs(task(&text(typed)), &mut Later, 1);
    assert_eq!(first(false), ["[sub(chain,f,2,[f,g,k])]"]);
    assert_eq!(first(true), ["[sub(chain,f,2,[f,h,k])]"]);
}

#[test]
fn what_is_tried_can_be_told() {
    let mut machine = Machine::new(task(
        "task([[f,a]],[[f,b]],[body(g,1,any,[[a],[b]]),body(h,1,any,[[a]])],[],[],[],
            [metarule(id,[P,Q],[P,A],[[Q,A]],none)],[trace(true),max_clauses(1)])",
    ));
    let mut reported = Vec::new();
    loop {
        match machine.run(&mut Later) {
            Progress::Trace(text) => reported.push(text),
            Progress::Level(_) => {}
            step => {
                assert_eq!(step, Progress::Solution);
                break;
            }
        }
    }
    assert_eq!(
        reported,
        [
            "try(1,id,[f,_1],[f,a])",
            "hypothesis([sub(id,f,1,[f,g])])",
            "rejected([sub(id,f,1,[f,g])],[f,b])",
            "hypothesis([sub(id,f,1,[f,h])])",
        ]
    );
}

/// A robot that carries a ball over a grid of 7 by 7 squares; states are asked for as terms.
struct Robot {
    asked: usize,
}

impl BackgroundSource for Robot {
    fn answers(&mut self, terms: &mut Terms, goal: Cell, _: usize, _: usize) -> Option<Answers> {
        self.asked += 1;
        let (name, args) = terms.compound_parts(goal)?;
        let (name, from, to) = (terms.name(name).to_owned(), args[0], args[1]);
        let (world, parts) = terms.compound_parts(from)?;
        let [x, y, u, v, held] = parts else {
            return None;
        };
        let at = [*x, *y, *u, *v, *held].map(|cell| terms.value(cell).unwrap());
        let [x, y, u, v, held] = at;
        let moved = |dx: i64, dy: i64| {
            let (x, y) = (x + dx, y + dy);
            let inside = (0..7).contains(&x) && (0..7).contains(&y);
            let (u, v) = if held == 1 { (x, y) } else { (u, v) };
            inside.then_some([x, y, u, v, held])
        };
        let there = (x, y) == (u, v);
        let next = match name.as_str() {
            "left" => moved(-1, 0),
            "right" => moved(1, 0),
            "up" => moved(0, 1),
            "down" => moved(0, -1),
            "grab" => (there && held == 0).then_some([x, y, u, v, 1]),
            _ => (there && held == 1).then_some([x, y, u, v, 0]),
        };
        let next = next.map(|state| {
            let state = state.map(|value| terms.integer(value));
            terms.compound(world, &state)
        });
        let rows = match (next, terms.is_open(to)) {
            (Some(next), true) => vec![vec![next]],
            (Some(next), false) if next == to => vec![vec![]],
            _ => vec![],
        };
        let end = End::Complete;
        Some(Answers { rows, end })
    }
}

#[test]
fn a_robot_plans() {
    let task = task(&format!(
        "task([[f,w(1,1,1,1,0),w(5,5,5,5,0)]],[],
            [body(left,2,any,asked),body(right,2,any,asked),body(up,2,any,asked),
             body(down,2,any,asked),body(grab,2,any,asked),body(drop,2,any,asked)],
            [],[],[],[{RULES}],[])"
    ));
    let mut robot = Robot { asked: 0 };
    assert_eq!(
        programs(task, &mut robot, 1),
        [
            "[sub(2,f_4,2,[f_4,right,up]),sub(2,f_3,2,[f_3,f_4,f_4]),sub(2,f_2,2,[f_2,f_3,f_3]),\
             sub(2,f_1,2,[f_1,f_2,drop]),sub(2,f,2,[f,grab,f_1])]"
        ]
    );
    assert!(robot.asked < 20_000);
}

#[test]
fn answers_may_come_later() {
    let rules = "metarule(1,[P,Q],[P,A,B],[[Q,A,B]],none)";
    let mut machine = Machine::new(task(&format!(
        "task([[f,a,b]],[],[body(g,2,any,asked),body(h,2,any,asked)],[],[],[],[{rules}],[])"
    )));
    assert_eq!(machine.run(&mut Later), Progress::Level(1));
    assert_eq!(machine.run(&mut Later), Progress::Goals);
    assert_eq!(machine.goals_text(), "[q(g(a,b),0,8),q(h(a,b),0,8)]");
    machine.answer_text("[a([],end),a([[]],more)].").unwrap();
    assert_eq!(machine.run(&mut Later), Progress::Solution);
    assert_eq!(machine.program(), "[sub(1,f,2,[f,h])]");
    assert!(machine.answer_text("[a([],perhaps)]").is_err());
}

#[test]
fn what_several_goals_share_is_sent_once() {
    let mut machine = Machine::new(task(
        "task([[f,/(a,[b])]],[],[body(g,1,any,asked),body(h,1,any,asked)],[],[],[],
            [metarule(1,[P,Q],[P,A],[[Q,A]],none)],[])",
    ));
    machine.run(&mut Later);
    assert_eq!(machine.run(&mut Later), Progress::Goals);
    assert_eq!(
        machine.goals_text(),
        "with([-(V0,/(a,[b]))],[q(g(V0),0,8),q(h(V0),0,8)])"
    );
}

#[test]
fn errors_of_the_background_end_the_search() {
    let rules = "metarule(1,[P,Q],[P,A,B],[[Q,A,B]],none)";
    let mut machine = Machine::new(task(&format!(
        "task([[f,a,b]],[],[body(g,2,any,asked)],[],[],[],[{rules}],[])"
    )));
    machine.run(&mut Later);
    machine.run(&mut Later);
    machine.answer_text("[a([],error(oops))]").unwrap();
    assert_eq!(
        machine.run(&mut Later),
        Progress::Failed {
            error: "oops".into(),
            goal: "g(a,b)".into()
        }
    );
}

#[test]
fn limits_end_the_search() {
    let text =
        format!("task([[g,ann,nobody]],[],[{FAMILY}],[],[],[],[{RULES}],[inference_limit(1000)])");
    let mut machine = Machine::new(task(&text));
    loop {
        match machine.run(&mut Later) {
            Progress::Level(_) => {}
            step => {
                assert_eq!(step, Progress::Limit(Limit::Inferences(1000)));
                return;
            }
        }
    }
}

/// Numbers that look random, the same ones for each seed.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// A background of two relations and a condition on a few states, some metarules, and examples.
fn small_world(seed: u64) -> String {
    let mut next = numbers(seed);
    let mut rows = |count: u64, width: usize| {
        let row = |_| {
            let values: Vec<String> = (0..width).map(|_| next(7).to_string()).collect();
            format!("[{}]", values.join(","))
        };
        (0..count).map(row).collect::<Vec<_>>().join(",")
    };
    let body = format!(
        "body(p,2,any,[{}]),body(q,2,any,[{}]),body(c,1,any,[{}])",
        rows(5, 2),
        rows(4, 2),
        rows(2, 1)
    );
    let rules = [
        "metarule(1,[P,Q],[P,A,B],[[Q,A,B]],none)",
        "metarule(2,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]],none)",
        "metarule(3,[P,Q,R],[P,A,B],[[Q,A],[R,A,B]],none)",
        "metarule(4,[P,Q,R],[P,A,B],[[Q,A,B],not([R,B])],none)",
        "metarule(5,[P,Q],[P,A,B],[[Q,A,C],[q,C,B]],none)",
        "metarule(6,[P,Q,R],[P,A,B],[[Q,A,B],[R,A,B]],none)",
        // No path, or none of a length that is known.
        "metarule(7,[P,Q],[P,A,B],[[Q,B,A]],none)",
        "metarule(8,[P,Q],[P,A,B],[[Q,A,C],[P,C,B]],none)",
    ];
    let mut chosen: Vec<&str> = rules[..6]
        .iter()
        .copied()
        .filter(|_| next(2) == 0)
        .collect();
    if seed.is_multiple_of(8) {
        chosen.push(rules[6 + next(2) as usize]);
    }
    let mut example = || format!("[t,{},{}]", next(7), next(7));
    let (first, second, negative) = (example(), example(), example());
    format!(
        "task([{first},{second}],[{negative}],[{body}],[head(t,2,any)],[],[],[{}],[max_clauses(4)])",
        chosen.join(",")
    )
}

#[test]
fn what_is_too_far_changes_no_program() {
    let (mut cut, mut solved) = (0, 0);
    for seed in 0..400 {
        let text = small_world(seed);
        let found = [0, u64::MAX].map(|patience| {
            let mut machine = Machine::new(task(&text));
            machine.reach.patience = patience;
            programs_of(machine, &mut Later, 40)
        });
        assert_eq!(found[0], found[1], "{text}");
        solved += usize::from(!found[0].is_empty());
        let steps = [0, u64::MAX].map(|patience| {
            let mut machine = Machine::new(task(&text));
            machine.reach.patience = patience;
            while let Progress::Level(_) | Progress::Solution = machine.run(&mut Later) {}
            machine.spent().0
        });
        assert!(steps[0] <= steps[1], "{text}");
        cut += usize::from(steps[0] < steps[1]);
    }
    assert!(cut > 100 && solved > 10, "{cut} cut, {solved} solved");
}

#[test]
fn a_distant_example_is_given_up_at_once() {
    let text = "task([[t,0,12]],[],[body(up,2,any,asked)],[head(t,2,any)],[],[],
        [metarule(1,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]],none)],
        [max_clauses(MOST),clauses([clause(up(X,Y),','(<(X,30),is(Y,+(X,1))))])])";
    for (most, found) in [("3", false), ("4", true)] {
        let steps = [0, u64::MAX].map(|patience| {
            let mut task = task(&text.replace("MOST", most));
            let mut horn = crate::mil::Horn::new(&mut task);
            let mut machine = Machine::new(task);
            machine.reach.patience = patience;
            loop {
                match machine.run(&mut horn) {
                    Progress::Level(_) => {}
                    step => {
                        assert_eq!(step == Progress::Solution, found);
                        break machine.spent().0;
                    }
                }
            }
        });
        assert!(steps[0] < steps[1], "{steps:?}");
    }
}

#[test]
fn many_predicates_are_not_measured() {
    let mut machine = Machine::new(task(
        "task([[t,0,1]],[],[body(p,2,any,[[0,1],[1,2]])],[head(t,2,any)],[],[],
            [metarule(1,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]],none)],[min_clauses(40),max_clauses(40),inference_limit(20000)])",
    ));
    machine.reach.patience = 0;
    assert_eq!(machine.run(&mut Later), Progress::Level(40));
    let end = machine.run(&mut Later);
    assert!(
        matches!(end, Progress::Exhausted | Progress::Limit(_)),
        "{end:?}"
    );
}
