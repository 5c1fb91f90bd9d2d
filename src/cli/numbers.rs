//! Numbers in arguments: what is none is told in one way.

use std::{
    ops::{Bound, RangeBounds},
    str::FromStr,
    time::Duration,
};

use clap::Command;

/// Reads whole numbers of a range; where it is open they begin at 0 and go as far as the type.
pub fn number<T>(
    range: impl RangeBounds<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + TryFrom<i128> + TryInto<i128>,
{
    let whole = |number: &T| (*number).try_into().unwrap_or(i128::MAX);
    let least = match range.start_bound() {
        Bound::Included(least) => whole(least),
        Bound::Excluded(below) => whole(below) + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => Some(whole(most)),
        Bound::Excluded(above) => Some(whole(above) - 1),
        Bound::Unbounded => None,
    };
    move |text| {
        let number: Option<i128> = text.trim().parse().ok();
        let fits = |number: &i128| *number >= least && most.is_none_or(|most| *number <= most);
        let read = number
            .filter(fits)
            .and_then(|number| number.try_into().ok());
        read.ok_or_else(|| match (most, number) {
            (Some(most), _) => format!("expected a number from {least} to {most}"),
            (None, Some(number)) if number >= least => {
                let most = u128::MAX >> (128 - 8 * size_of::<T>());
                format!("expected a number from {least} to {most}")
            }
            (None, _) => format!("expected a whole number, {least} or more"),
        })
    }
}

/// Reads a number that may have a point.
pub fn decimal<T: FromStr + Copy + Into<f64>>(text: &str) -> Result<T, String> {
    let number: Option<T> = text.trim().parse().ok();
    let number = number.filter(|&number| number.into().is_finite());
    number.ok_or_else(|| "expected a number, such as 3 or 0.5".to_owned())
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.trim()
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// The same where no time at all is no limit either.
pub fn some_seconds(text: &str) -> Result<Duration, String> {
    let some = seconds(text).ok().filter(|time| !time.is_zero());
    some.ok_or_else(|| "expected a number of seconds above 0, such as 10 or 0.5".to_owned())
}

/// Lets the options of all commands have negative numbers: whoever reads one says what is wrong with it.
pub fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|argument| match argument.is_positional() {
            true => argument,
            false => argument.allow_negative_numbers(true),
        })
        .mut_subcommands(with_negative_numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_told() {
        let thread = number::<u16>(1..=1024);
        assert_eq!((thread("1"), thread(" 1024 ")), (Ok(1), Ok(1024)));
        for wrong in ["0", "-1", "1025", "abc", "", "1.5", "1e3", "nan"] {
            let told = thread(wrong).unwrap_err();
            assert_eq!(told, "expected a number from 1 to 1024", "{wrong}");
        }
        let any = number::<u32>(1..);
        assert_eq!(any("0").unwrap_err(), "expected a whole number, 1 or more");
        let large = any("4294967296").unwrap_err();
        assert_eq!(large, "expected a number from 1 to 4294967295");
        assert_eq!(number::<u64>(..)("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(
            (decimal("-0.5"), decimal::<f64>("inf").is_err()),
            (Ok(-0.5), true)
        );
        assert!(some_seconds("0").is_err() && seconds("0").is_ok() && seconds("-1").is_err());
    }
}
