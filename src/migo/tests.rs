use super::{play::*, *};
use crate::games::Rules;
