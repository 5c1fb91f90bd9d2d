//! Which records of which files a part has counted.
//!
//! It does not depend on how the files were cut: ranges that meet are one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};

/// What has been counted, by the SHA-256 of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Extent {
    sources: BTreeMap<String, Source>,
}

/// What has been counted of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its name, without folders.
    pub name: String,
    /// The numbers of its records from the first to the last of each range, counted from 1, in order.
    pub ranges: Vec<(u64, u64)>,
    /// How many records it has, if somebody came to its end.
    pub records: Option<u64>,
    /// Where it could not be read any further.
    pub lost: BTreeSet<Lost>,
}

/// Where a file, or a piece of it, could not be read any further.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// The number of the first record that is lost.
    pub from: u64,
    /// What is wrong.
    pub why: String,
}

/// Records of a file, such as those that have not been counted; the last is unknown where the end of the file is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The name of the file.
    pub name: String,
    /// The first of them.
    pub from: u64,
    /// The last of them.
    pub to: Option<u64>,
}

/// What stands for the SHA-256 of runs, which are in no file.
pub(super) const RUNS: &str = "runs";

impl fmt::Display for Missing {
    /// As a shard is named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) => write!(f, "{}#{}-{to}", self.name, self.from),
            None => write!(f, "{}#{}-", self.name, self.from),
        }
    }
}

impl Source {
    /// The missing ranges between what was counted, up to the end as far as that is known.
    fn gaps(&self) -> Vec<(u64, Option<u64>)> {
        let mut gaps = Vec::new();
        let mut next = 1;
        for &(from, to) in &self.ranges {
            if from > next {
                gaps.push((next, Some(from - 1)));
            }
            next = to + 1;
        }
        match self.records {
            Some(records) if records >= next => gaps.push((next, Some(records))),
            Some(_) => {}
            None => gaps.push((next, None)),
        }
        gaps
    }
}

impl Extent {
    /// What has been counted of one file.
    pub fn of(sha256: String, source: Source) -> Extent {
        Extent {
            sources: BTreeMap::from([(sha256, source)]),
        }
    }

    /// Runs by their numbers, from the first to the last.
    pub fn of_runs(first: u64, last: u64) -> Extent {
        let source = Source {
            name: RUNS.to_owned(),
            ranges: vec![(first, last)],
            ..Source::default()
        };
        Extent::of(RUNS.to_owned(), source)
    }

    /// Whether it is of runs, not of records of files.
    pub fn is_of_runs(&self) -> bool {
        self.sources.contains_key(RUNS)
    }

    /// The files, each with its SHA-256.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.sources
            .iter()
            .map(|(sha256, source)| (sha256.as_str(), source))
    }

    /// How many records have been counted.
    pub fn records(&self) -> u64 {
        let ranges = self.sources.values().flat_map(|source| &source.ranges);
        ranges.map(|(from, to)| to - from + 1).sum()
    }

    /// Where files end and what of them is lost, without what has been counted.
    pub fn ends(mut self) -> Extent {
        let sources = self.sources.values_mut();
        sources.for_each(|source| source.ranges.clear());
        self
    }

    /// Adds what another one has.
    ///
    /// # Errors
    ///
    /// The first records that both have.
    pub fn add(&mut self, other: &Extent) -> Result<(), Missing> {
        if let Some(shared) = self.shared(other) {
            return Err(shared);
        }
        for (sha256, theirs) in &other.sources {
            let Some(ours) = self.sources.get_mut(sha256) else {
                self.sources.insert(sha256.clone(), theirs.clone());
                continue;
            };
            // A file may have another name elsewhere.
            if theirs.name < ours.name {
                ours.name.clone_from(&theirs.name);
            }
            ours.ranges.extend(&theirs.ranges);
            ours.ranges.sort_unstable();
            ours.ranges.dedup_by(|next, before| {
                let meet = before.1 + 1 == next.0;
                if meet {
                    before.1 = next.1;
                }
                meet
            });
            ours.records = ours.records.or(theirs.records);
            ours.lost.extend(theirs.lost.iter().cloned());
        }
        Ok(())
    }

    /// Whether all of another one is in it, and it is as far as that one known where files end.
    pub fn covers(&self, other: &Extent) -> bool {
        other.sources.iter().all(|(sha256, theirs)| {
            self.sources.get(sha256).is_some_and(|ours| {
                let within = |&(from, to): &(u64, u64)| {
                    let mut ranges = ours.ranges.iter();
                    ranges.any(|&(first, last)| first <= from && to <= last)
                };
                theirs.ranges.iter().all(within)
            })
        })
    }

    /// Whether some record is in both.
    pub fn meets(&self, other: &Extent) -> bool {
        self.shared(other).is_some()
    }

    /// Records that are in both; `None` if there are none.
    fn shared(&self, other: &Extent) -> Option<Missing> {
        other.sources.iter().find_map(|(sha256, theirs)| {
            let ours = &self.sources.get(sha256)?.ranges;
            theirs.ranges.iter().find_map(|theirs_range| {
                // Ranges are in order: the first that does not end before it is the one.
                let at = ours.partition_point(|range| range.1 < theirs_range.0);
                let range = ours.get(at).filter(|range| range.0 <= theirs_range.1)?;
                Some(Missing {
                    name: theirs.name.clone(),
                    from: range.0.max(theirs_range.0),
                    to: Some(range.1.min(theirs_range.1)),
                })
            })
        })
    }

    /// What has not been counted between what has been, and after it where no part saw the end of a file.
    /// What is known to be lost is not missing.
    pub fn missing(&self) -> Vec<Missing> {
        let sources = self.sources.iter();
        let gaps = sources.flat_map(|(sha256, source)| {
            // There are as many runs as anybody wants.
            let open = move |gap: &(u64, Option<u64>)| gap.1.is_none() && sha256 == RUNS;
            let lost = |gap: &(u64, Option<u64>)| source.lost.iter().any(|lost| lost.from == gap.0);
            let gaps = source.gaps().into_iter();
            let gaps = gaps.filter(move |gap| !lost(gap) && !open(gap));
            gaps.map(|(from, to)| Missing {
                name: source.name.clone(),
                from,
                to,
            })
        });
        gaps.collect()
    }

    /// The files of which something could not be read, and why.
    pub fn lost(&self) -> impl Iterator<Item = (&str, &Lost)> {
        self.sources.values().flat_map(|source| {
            let lost = source.lost.iter();
            lost.map(|lost| (source.name.as_str(), lost))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(ranges: &[(u64, u64)], records: Option<u64>) -> Extent {
        let source = Source {
            name: "a.pgn".to_owned(),
            ranges: ranges.to_vec(),
            records,
            lost: BTreeSet::new(),
        };
        Extent::of("00".to_owned(), source)
    }

    #[test]
    fn ranges_that_meet_are_one_however_they_come() {
        let pieces = [
            extent(&[(1, 3)], None),
            extent(&[(4, 6)], None),
            extent(&[(7, 9)], Some(9)),
        ];
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let mut all = Extent::default();
            for at in order {
                all.add(&pieces[at]).unwrap();
            }
            assert_eq!(all, extent(&[(1, 9)], Some(9)));
            assert_eq!((all.records(), all.missing()), (9, Vec::new()));
        }
    }

    #[test]
    fn what_is_twice_or_missing_is_known() {
        let mut some = extent(&[(1, 3)], None);
        some.add(&extent(&[(7, 9)], Some(12))).unwrap();
        let gaps: Vec<_> = some.missing().into_iter().map(|m| (m.from, m.to)).collect();
        assert_eq!(gaps, [(4, Some(6)), (10, Some(12))]);
        let twice = some.add(&extent(&[(5, 8)], None)).unwrap_err();
        assert_eq!((twice.from, twice.to), (7, Some(8)));
        assert_eq!(some.records(), 6);
        assert!(some.covers(&extent(&[(2, 3)], None)) && !some.covers(&extent(&[(3, 4)], None)));
    }

    #[test]
    fn what_is_lost_is_not_missing() {
        let mut some = extent(&[(1, 3)], None);
        assert_eq!(some.missing().len(), 1);
        let lost = Lost {
            from: 4,
            why: "cut off".to_owned(),
        };
        let source = Source {
            name: "a.pgn".to_owned(),
            lost: BTreeSet::from([lost]),
            ..Source::default()
        };
        some.add(&Extent::of("00".to_owned(), source)).unwrap();
        assert_eq!((some.missing().len(), some.lost().count()), (0, 1));
    }
}
