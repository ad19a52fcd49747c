//! Running what was permitted: started through the warden, watched until it ends, bounded in time and output
//! (R5.5, R5.7–R5.9, R7.1). Decides nothing; what an ending means is for policies.

mod clock;
mod progress;
mod spawn;
mod state;
mod supervisor;

pub(crate) use clock::TimeLimits;
pub use progress::Progress;
pub use spawn::RunError;
pub(crate) use spawn::{Spawn, spawn};
pub(crate) use supervisor::Finished;
pub use supervisor::RunHandle;
