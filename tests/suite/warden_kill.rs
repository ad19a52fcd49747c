//! Ending runs: whatever they started ends with them, in each way a run can end (R5.7, R5.9).

use std::{fs, io, time::Instant};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use shellward::{
    outcome::SurvivorState,
    plan::Shape,
    warden::protocol::{Control, Event, Exit},
};

use crate::support::has_work_walls;
use crate::warden_support::{Marker, Place, next, parent, shapes};

/// Ways to stay behind. `@` stands for the marker; each has so many processes.
const STAYERS: [(&str, &str, usize); 6] = [
    ("child in a session of its own", "setsid sleep @ &", 1),
    (
        "daemon by double fork",
        "(setsid sh -c 'sleep @ </dev/null >/dev/null 2>&1 & exit' &)",
        1,
    ),
    (
        "deaf to the polite signal",
        "(trap '' TERM HUP INT; sleep @) &",
        1,
    ),
    (
        "stopped",
        "sleep @ & until pgrep -f '^sleep @' >&2; do :; done; kill -STOP $!",
        1,
    ),
    ("holding the pipe", "sleep @ &", 1),
    (
        "many at once",
        "for i in {1..40}; do setsid sleep @ & done",
        40,
    ),
];

fn with(marker: &Marker, script: &str) -> String {
    script.replace('@', &marker.0)
}

fn expected_survivors(shape: Shape) -> SurvivorState {
    if shape == Shape::Work {
        SurvivorState::ProvenNone
    } else {
        SurvivorState::NoneFound
    }
}

#[test]
fn end_of_the_main_command_ends_all_that_it_left() {
    for shape in shapes() {
        let place = Place::new();
        for (name, stayer, count) in STAYERS {
            let marker = Marker::new();
            // Ends only when all are there.
            let wait =
                format!("until [ $(pgrep -fc '^sleep @') -ge {count} ]; do :; done; echo done");
            let ran = place.run(
                &place.plan(shape),
                &with(&marker, &format!("{stayer}\n{wait}")),
            );
            assert_eq!(
                ran.exit,
                Exit::Code { code: 0 },
                "{name} under {shape}: {ran:?}"
            );
            assert_eq!(ran.stdout, "done\n", "{name} under {shape}");
            assert!(marker.processes().is_empty(), "{name} under {shape}");
            assert_eq!(
                ran.survivors,
                expected_survivors(shape),
                "{name} under {shape}"
            );
            let named = ran
                .left
                .iter()
                .filter(|process| process.name == "sleep")
                .count();
            assert_eq!(named, count, "{name} under {shape}: {:?}", ran.left);
        }
    }
}

#[test]
fn what_is_about_to_end_may_do_so() {
    let place = Place::new();
    for shape in shapes() {
        let script = "echo shown | tee >(cat >&2) >/dev/null";
        let ran = place.run(&place.plan(shape), script);
        assert_eq!(
            (ran.stderr.as_str(), ran.left.len()),
            ("shown\n", 0),
            "{shape}"
        );
    }
}

#[test]
fn terminate_ends_all_within_grace() {
    for shape in shapes() {
        let place = Place::new();
        for (name, stayer, count) in STAYERS {
            let marker = Marker::new();
            let script = with(&marker, &format!("{stayer}\nsleep @"));
            let run = place.start(&place.plan(shape), &script);
            marker.wait_until_there(count + 1);
            let started = Instant::now();
            let ran = run.tell(Control::Terminate);
            assert!(started.elapsed().as_secs() < 3, "{name} under {shape}");
            let signal = libc::SIGTERM;
            assert_eq!(ran.exit, Exit::Signal { signal }, "{name} under {shape}");
            assert!(marker.processes().is_empty(), "{name} under {shape}");
        }
    }
}

#[test]
fn kill_ends_all_at_once() {
    for shape in shapes() {
        let place = Place::new();
        let marker = Marker::new();
        let script = with(&marker, "trap '' TERM; setsid sleep @ & sleep @; sleep @");
        let run = place.start(&place.plan(shape), &script);
        marker.wait_until_there(2);
        let ran = run.tell(Control::Kill);
        assert_eq!(
            ran.exit,
            Exit::Signal {
                signal: libc::SIGKILL
            },
            "{shape}"
        );
        assert!(marker.processes().is_empty(), "{shape}");
    }
}

#[test]
fn storm_of_processes_ends() {
    for shape in shapes() {
        let place = Place::new();
        let marker = Marker::new();
        // Each moves on to a new process and session a bounded number of times, then sleeps.
        let hop = place.path("project/hop");
        let step = "[ $1 -le 0 ] && exec sleep $2\nsetsid sh \"$0\" $(($1 - 1)) $2 &\n";
        fs::write(&hop, step).unwrap();
        let storm = "for i in {1..200}; do setsid sh ./hop 20 @ & done; sleep @";
        let run = place.start(&place.plan(shape), &with(&marker, storm));
        marker.wait_until_there(100);
        let ran = run.tell(Control::Kill);
        assert_eq!(ran.survivors, expected_survivors(shape), "{shape}");
        assert!(marker.processes().is_empty(), "{shape}");
    }
}

#[test]
fn processes_that_move_on_all_the_time_end() {
    for shape in shapes() {
        let place = Place::new();
        let marker = Marker::new();
        // Each is gone before anybody could look at it twice; bounded, should nothing stop it.
        let hopper = "import os\nfor i in range(8):\n  if os.fork() == 0:\n    os.setsid()\n    \
                      for j in range(20000):\n      if os.fork(): os._exit(0)\n    \
                      os.execvp(\"sleep\", [\"sleep\", \"@\"])\n";
        let script = with(
            &marker,
            &format!("sleep @ & python3 -c '{hopper}'; sleep @"),
        );
        let run = place.start(&place.plan(shape), &script);
        marker.wait_until_there(2);
        let ran = run.tell(Control::Kill);
        assert_eq!(ran.survivors, expected_survivors(shape), "{shape}");
        assert!(marker.processes().is_empty(), "{shape}");
    }
}

#[test]
fn lost_host_ends_the_run() {
    for shape in shapes() {
        let place = Place::new();
        let marker = Marker::new();
        let script = with(&marker, "setsid sleep @ & sleep @");
        let run = place.start(&place.plan(shape), &script);
        marker.wait_until_there(2);
        drop(run);
        marker.wait_until_gone();
    }
}

#[test]
fn dropped_warden_ends_all_runs() {
    for shape in shapes() {
        let place = Place::new();
        let marker = Marker::new();
        let script = with(&marker, "(trap '' TERM; setsid sleep @) & sleep @");
        let plan = place.plan(shape);
        let runs = [place.start(&plan, &script), place.start(&plan, &script)];
        marker.wait_until_there(4);
        drop(place);
        marker.wait_until_gone();
        drop(runs);
    }
}

#[test]
fn killed_warden_takes_all_runs_along() {
    for shape in shapes() {
        let place = Place::new();
        let marker = Marker::new();
        let script = with(&marker, "setsid sleep @ & sleep @");
        let plan = place.plan(shape);
        // Its parent's parent is the warden; a namespace would give it another id.
        let witness_marker = Marker::new();
        let witness = place.start(&place.plan(Shape::Open), &with(&witness_marker, "sleep @"));
        let _run = place.start(&plan, &script);
        marker.wait_until_there(2);
        signal(parent(parent(witness.pid)), Signal::SIGKILL);
        marker.wait_until_gone();
        witness_marker.wait_until_gone();
    }
}

#[test]
fn killed_stage_takes_its_run_along_and_is_told_of() {
    let place = Place::new();
    for shape in shapes().into_iter().filter(|shape| *shape != Shape::Work) {
        let marker = Marker::new();
        let other = Marker::new();
        let run = place.start(
            &place.plan(shape),
            &with(&marker, "setsid sleep @ & sleep @"),
        );
        let untouched = place.start(&place.plan(shape), &with(&other, "sleep @"));
        marker.wait_until_there(2);
        other.wait_until_there(1);
        signal(parent(run.pid), Signal::SIGKILL);
        match next(&run.channel) {
            Event::Failed { message } => {
                assert!(message.contains("was lost (signal 9)"), "{message}");
            }
            event => panic!("{event:?}"),
        }
        assert!(marker.processes().is_empty(), "{shape}");
        assert_eq!(other.sleepers(), 1, "{shape}");
        drop(untouched);
        other.wait_until_gone();
    }
}

#[test]
fn stopped_stage_does_not_keep_its_run() {
    let place = Place::new();
    let marker = Marker::new();
    let run = place.start(
        &place.plan(Shape::Open),
        &with(&marker, "setsid sleep @ & sleep @"),
    );
    marker.wait_until_there(2);
    signal(parent(run.pid), Signal::SIGSTOP);
    drop(run);
    marker.wait_until_gone();
}

#[test]
fn process_one_can_not_be_killed_from_inside() {
    if !has_work_walls() {
        return;
    }
    let place = Place::new();
    let script = "kill -9 1; kill -TERM 1; kill -STOP 1; echo alive";
    assert_eq!(
        place.run(&place.plan(Shape::Work), script).stdout,
        "alive\n"
    );
}

fn signal(pid: i32, signal: Signal) {
    kill(Pid::from_raw(pid), signal)
        .map_err(io::Error::from)
        .unwrap();
}
