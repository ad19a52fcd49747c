//! Whether an approved run would be contained (R6.9).

use crate::{
    call::{Call, WallsWish},
    decide::situation::Situation,
    plan::{Containment, Shape},
    read::Script,
};

/// Whether a run that is not harmless would be contained, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decide) struct Walled {
    /// *Work* or none.
    pub(in crate::decide) shape: Shape,
    /// Why.
    pub(in crate::decide) because: String,
    /// Whether it must be contained and can't be.
    pub(in crate::decide) is_refused: bool,
    /// Whether some part never runs inside walls: being contained then allows nothing.
    pub(in crate::decide) has_excluded_part: bool,
}

/// Decides that.
pub(super) fn gather(
    script: &Script,
    call: &Call,
    situation: &Situation,
    covered: &[bool],
) -> Walled {
    let has_excluded_part = covered.contains(&true);
    let answer = |shape, because: &str| Walled {
        shape,
        because: because.to_owned(),
        is_refused: false,
        has_excluded_part,
    };
    if situation.containment == Containment::Off {
        return answer(Shape::Open, "containment is switched off by configuration");
    }
    if call.walls() == WallsWish::Without {
        return answer(Shape::Open, "the caller asked for no walls");
    }
    if !covered.is_empty() && covered.iter().all(|covered| *covered) && script.gaps.is_empty() {
        return answer(Shape::Open, "every command is excluded by configuration");
    }
    if let Err(why) = &situation.walls.work {
        let mut refused = answer(
            Shape::Open,
            &format!("the walls for approved runs can't be put up: {why}"),
        );
        refused.is_refused = situation.containment == Containment::Required;
        return refused;
    }
    answer(Shape::Work, "approved runs are contained")
}
