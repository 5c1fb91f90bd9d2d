//! The processes below one: which they are, and the CPU time that they use.

use std::{collections::HashMap, fs, process, time::Duration};

use nix::unistd::{SysconfVar, sysconf};

use super::process_time;

/// The processes below one, where the system tells.
pub(super) fn descendants(pid: i32) -> Vec<i32> {
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        let threads = fs::read_dir(format!("/proc/{parent}/task"));
        for thread in threads.into_iter().flatten().flatten() {
            let children = fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            found.extend(
                children
                    .split_whitespace()
                    .filter_map(|child| child.parse::<i32>().ok()),
            );
        }
    }
    found.split_off(1)
}

/// Tells the CPU time that this process has used and all that were below it when it looked. What a process uses
/// between the last look and its end is missed, and all of it where the system does not tell.
#[derive(Debug, Default)]
pub struct FamilyClock(HashMap<i32, Duration>);

impl FamilyClock {
    /// Looks, and tells the CPU time.
    pub fn time(&mut self) -> Duration {
        let own = i32::try_from(process::id()).unwrap_or(0);
        for other in descendants(own) {
            if let Some(time) = time_of(other) {
                self.0.insert(other, time);
            }
        }
        process_time() + self.0.values().sum::<Duration>()
    }
}

/// The CPU time that a process has used, in user mode and in the system.
fn time_of(pid: i32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may contain anything; the times are the 12th and 13th field after it (proc(5)).
    let (_, fields) = text.rsplit_once(')')?;
    let mut times = fields.split_ascii_whitespace().skip(11);
    let mut ticks = || times.next()?.parse::<u64>().ok();
    let used = ticks()? + ticks()?;
    let in_a_second = sysconf(SysconfVar::CLK_TCK).ok()??;
    let in_a_second = u64::try_from(in_a_second).ok().filter(|&ticks| ticks > 0)?;
    Some(Duration::from_millis(used * 1_000 / in_a_second))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_time_of_children_counts_and_is_not_forgotten() {
        let mut clock = FamilyClock::default();
        let busy = Command::new("sh")
            .args(["-c", "i=0; while [ $i -lt 5000000 ]; do i=$((i+1)); done"])
            .spawn();
        let mut busy = busy.unwrap();
        let used = |clock: &mut FamilyClock| {
            clock.time();
            clock.0.values().sum::<Duration>()
        };
        while used(&mut clock) < Duration::from_millis(20) {}
        busy.kill().unwrap();
        busy.wait().unwrap();
        assert!(used(&mut clock) >= Duration::from_millis(20));
    }
}
