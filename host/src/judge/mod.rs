//! What commands mean, as plain data (R3): effects, places, verdicts, judgements, meanings, and the traits that a
//! policy fulfils. Nothing here knows WebAssembly or touches a file.

mod edit;
mod effect;
mod fold;
mod judgement;
mod meaning;
mod memory;
mod place;
mod policy;
mod spec;
mod verdict;

pub use edit::Edit;
pub use effect::{Effect, EffectKind, PROJECT_PROGRAM, Site};
pub use fold::{Described, Judged, PolicySet};
pub use judgement::{Condition, Description, Finding, Judgement, Lifter};
pub use meaning::{Activity, Ending, EndingKind, Meaning};
pub use memory::Memory;
pub use place::{Contents, Place, PlaceClass, PlaceKind, Resolved};
pub use policy::{
    Authority, ClassifierPolicy, EffectsPolicy, ExitCodesPolicy, Fault, FaultCode, Input, Mode,
    Policy, Session, Walls, WarningsPolicy,
};
pub use spec::{PolicySource, PolicySpec};
pub use verdict::Verdict;
