//! Random numbers that a seed repeats, on every machine and for any number of threads.
//!
//! ```
//! use chesslog::random::Random;
//!
//! let numbers = |seed| [Random::of(&[seed, 1]).below(100), Random::of(&[seed, 2]).below(100)];
//! assert_eq!(numbers(7), numbers(7));
//! ```

/// By how much the state of the generator grows.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number for each number, as if drawn: what SplitMix64 draws in this state.
#[inline]
pub fn mix(state: u64) -> u64 {
    let x = state.wrapping_add(STEP);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The generator SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom
/// Number Generators", 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A generator of its own for every list of numbers, such as a seed, a run and a purpose.
    pub fn of(numbers: &[u64]) -> Random {
        let start = Random(numbers.len() as u64);
        numbers.iter().fold(start, |mut random, number| {
            random.0 ^= number;
            Random(random.next_number())
        })
    }

    /// The next 64 bits.
    pub fn next_number(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below `bound`, 0 if that is 0; the bias is far below what any sample shows.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_number()) * u128::from(bound)) >> 64) as u64
    }

    /// A number of at least 0 and less than 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number of the standard normal distribution (G. E. P. Box and M. E. Muller, 1958).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// One of some things; `None` if there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len() as u64) as usize)
    }

    /// Leaves so many of some things, or all if there are no more: the first steps of the shuffle of R. A. Fisher and
    /// F. Yates.
    pub fn draw<T>(&mut self, number: usize, things: &mut Vec<T>) {
        if number >= things.len() {
            return;
        }
        for at in 0..number {
            let other = at + self.below((things.len() - at) as u64) as usize;
            things.swap(at, other);
        }
        things.truncate(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_paper() {
        // The first outputs of the seed 1234567 as they are published with the reference code.
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next_number());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut random = Random::of(&[1, 2, 3]);
        let mut counts = [0; 5];
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..10_000 {
            counts[random.below(5) as usize] += 1;
            let x = random.normal();
            sum += x;
            squares += x * x;
        }
        assert!(
            counts.iter().all(|n| (1_800..2_200).contains(n)),
            "{counts:?}"
        );
        assert!((sum / 1e4).abs() < 0.05 && (squares / 1e4 - 1.0).abs() < 0.05);
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn every_list_has_its_own_numbers() {
        let lists: [&[u64]; 5] = [&[], &[0], &[0, 0], &[1, 2], &[2, 1]];
        let mut first = lists.map(|list| Random::of(list).next_number());
        first.sort_unstable();
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
