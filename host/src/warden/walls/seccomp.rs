//! System calls that are refused (R6.2). Tables first, then what turns them into programs for the kernel.
//!
//! Refused is what Landlock and namespaces don't see. A call that this file has never heard of does not exist inside.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

use crate::warden::protocol::Filter;

// Newer than the libc crate knows. From 424 on the numbers are the same on all architectures.
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_OPEN_TREE_ATTR: i64 = 467;
const SYS_FILE_SETATTR: i64 = 469;

/// The highest number known here. Everything above, among it the x32 calls, answers `ENOSYS`.
#[expect(clippy::cast_possible_truncation, reason = "469 fits")]
const HIGHEST_KNOWN: u32 = SYS_FILE_SETATTR as u32;

/// What leads out of namespaces, or into parts of the kernel that no ordinary command needs.
const REFUSED_ALWAYS: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kcmp,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    SYS_OPEN_TREE_ATTR,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];

/// What changes something that Landlock does not watch: metadata, clocks, other processes, objects of the kernel.
const REFUSED_OBSERVING: &[i64] = &[
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    SYS_FILE_SETATTR,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_migrate_pages,
    libc::SYS_mknodat,
    libc::SYS_mq_notify,
    libc::SYS_mq_open,
    libc::SYS_mq_timedsend,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_ptrace,
    libc::SYS_removexattr,
    SYS_REMOVEXATTRAT,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_settimeofday,
    libc::SYS_setxattr,
    SYS_SETXATTRAT,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
    libc::SYS_truncate,
    libc::SYS_utimensat,
];

/// The same under names that only this architecture still has.
#[cfg(target_arch = "x86_64")]
const REFUSED_OBSERVING_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_futimesat,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_lchown,
    libc::SYS_mknod,
    libc::SYS_modify_ldt,
    libc::SYS_utime,
    libc::SYS_utimes,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OBSERVING_HERE: &[i64] = &[];

/// Calls that hide their arguments from filters. Programs fall back to older ones when they are told there are none.
const ABSENT_ALWAYS: &[i64] = &[libc::SYS_clone3];
const ABSENT_OBSERVING: &[i64] = &[libc::SYS_clone3, libc::SYS_openat2];

/// What reaches other processes, where Landlock is too old to keep signals in.
const SIGNALS: &[i64] = &[
    libc::SYS_kill,
    libc::SYS_pidfd_send_signal,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_tgkill,
    libc::SYS_tkill,
];

/// Calls whose first or second argument names a process or user; zero is the caller itself.
const OWN_ONLY: &[(i64, u8)] = &[
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_setpriority, 1),
];

/// Requests to devices and files that only ask (Linux `asm-generic/ioctls.h`, `linux/fs.h`, `linux/sockios.h`,
/// `linux/nsfs.h`).
const ASKING_REQUESTS: &[u64] = &[
    0x5401,      // TCGETS
    0x802c_542a, // TCGETS2
    0x540f,      // TIOCGPGRP
    0x5411,      // TIOCOUTQ
    0x5413,      // TIOCGWINSZ
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5429,      // TIOCGSID
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
    0x5452,      // FIOASYNC
    0x8008_6601, // FS_IOC_GETFLAGS
    0x8008_7601, // FS_IOC_GETVERSION
    0x801c_581f, // FS_IOC_FSGETXATTR
    0xc020_660b, // FS_IOC_FIEMAP
    0x125e,      // BLKROGET
    0x1260,      // BLKGETSIZE
    0x1268,      // BLKSSZGET
    0x8008_1272, // BLKGETSIZE64
    0x8910,      // SIOCGIFNAME
    0x8933,      // SIOCGIFINDEX
    0xb701,      // NS_GET_USERNS
    0xb702,      // NS_GET_PARENT
    0xb703,      // NS_GET_NSTYPE
    0xb704,      // NS_GET_OWNER_UID
];

/// Requests that type into a terminal.
const TYPING_REQUESTS: [u64; 2] = [libc::TIOCSTI, libc::TIOCLINUX];

/// Flags of `clone` that make namespaces.
const NAMESPACE_FLAGS: [libc::c_int; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

const NETLINK: u64 = libc::AF_NETLINK as u64;
/// Netlink protocols that ask the kernel: routes, sockets, generic.
const NETLINK_OBSERVING: [u64; 3] = [0, 4, 16];
/// Families of approved runs; their namespace has no way out.
const INTERNET: [u64; 2] = [libc::AF_INET as u64, libc::AF_INET6 as u64];

/// Whether Landlock keeps signals inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signals {
    /// It does.
    Kept,
    /// It is too old, so filters have to.
    Loose,
}

/// Makes the programs for a run, in the order of installing. None for [`Filter::Nothing`].
pub(crate) fn compile(filter: Filter) -> Result<Vec<BpfProgram>, String> {
    let (rules, absent) = match filter {
        Filter::Nothing => return Ok(Vec::new()),
        Filter::Observe => (observe_rules()?, ABSENT_OBSERVING),
        Filter::Work => (work_rules()?, ABSENT_ALWAYS),
    };
    let absent = absent.iter().map(|call| (*call, Vec::new())).collect();
    Ok(vec![
        refuse_unknown(),
        build(absent, libc::ENOSYS)?,
        build(rules, libc::EPERM)?,
    ])
}

/// Makes the program that keeps a harmless command from signalling others. The stage needs signals, so it is for the
/// command alone.
pub(crate) fn compile_for_command(
    filter: Filter,
    signals: Signals,
) -> Result<Vec<BpfProgram>, String> {
    match (filter, signals) {
        (Filter::Observe, Signals::Loose) => {
            let rules = SIGNALS.iter().map(|call| (*call, Vec::new())).collect();
            Ok(vec![build(rules, libc::EPERM)?])
        }
        (Filter::Observe, Signals::Kept) | (Filter::Nothing | Filter::Work, _) => Ok(Vec::new()),
    }
}

/// Puts programs into force for this thread and all it starts.
pub(crate) fn install(programs: &[BpfProgram]) -> Result<(), seccompiler::Error> {
    programs
        .iter()
        .try_for_each(|program| seccompiler::apply_filter(program))
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn observe_rules() -> Result<Rules, String> {
    let mut rules = common_rules()?;
    for call in REFUSED_OBSERVING.iter().chain(REFUSED_OBSERVING_HERE) {
        rules.insert(*call, Vec::new());
    }
    rules.insert(
        libc::SYS_socket,
        vec![
            none_of(0, &[NETLINK])?,
            rule(
                [equal(0, NETLINK)?]
                    .into_iter()
                    .chain(differ(2, &NETLINK_OBSERVING)?),
            )?,
        ],
    );
    rules.insert(libc::SYS_ioctl, vec![none_of(1, ASKING_REQUESTS)?]);
    for (call, argument) in OWN_ONLY {
        rules.insert(*call, vec![none_of(*argument, &[0])?]);
    }
    // Another process's limits may be read but not set.
    rules.insert(
        libc::SYS_prlimit64,
        vec![rule(
            differ(0, &[0])?.into_iter().chain([differs_wide(2, 0)?]),
        )?],
    );
    // Landlock before version 3 sees only the access mode, and these two modes don't say that they write.
    rules.insert(libc::SYS_openat, truncating_reads(2)?);
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, truncating_reads(1)?);
    Ok(rules)
}

fn work_rules() -> Result<Rules, String> {
    let mut rules = common_rules()?;
    let [inet, inet6] = INTERNET;
    rules.insert(
        libc::SYS_socket,
        vec![
            none_of(0, &[inet, inet6, NETLINK])?,
            rule([equal(0, NETLINK)?].into_iter().chain(differ(2, &[0])?))?,
        ],
    );
    let typing = TYPING_REQUESTS
        .iter()
        .map(|request| rule([equal(1, *request)?]));
    rules.insert(libc::SYS_ioctl, typing.collect::<Result<_, _>>()?);
    Ok(rules)
}

fn common_rules() -> Result<Rules, String> {
    let mut rules: Rules = REFUSED_ALWAYS
        .iter()
        .map(|call| (*call, Vec::new()))
        .collect();
    let namespaces = NAMESPACE_FLAGS.iter().map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        rule([masked(0, flag, flag)?])
    });
    rules.insert(libc::SYS_clone, namespaces.collect::<Result<_, _>>()?);
    Ok(rules)
}

fn truncating_reads(argument: u8) -> Result<Vec<SeccompRule>, String> {
    const MASK: u64 = (libc::O_TRUNC | libc::O_ACCMODE) as u64;
    [libc::O_RDONLY, libc::O_ACCMODE]
        .into_iter()
        .map(|mode| {
            let bits = u64::from((libc::O_TRUNC | mode).cast_unsigned());
            rule([masked(argument, MASK, bits)?])
        })
        .collect()
}

fn condition(
    argument: u8,
    length: SeccompCmpArgLen,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, String> {
    SeccompCondition::new(argument, length, operator, value).map_err(|error| error.to_string())
}

fn equal(argument: u8, value: u64) -> Result<SeccompCondition, String> {
    condition(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

fn masked(argument: u8, mask: u64, value: u64) -> Result<SeccompCondition, String> {
    let operator = SeccompCmpOp::MaskedEq(mask);
    condition(argument, SeccompCmpArgLen::Dword, operator, value)
}

fn differs_wide(argument: u8, value: u64) -> Result<SeccompCondition, String> {
    condition(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, value)
}

fn differ(argument: u8, values: &[u64]) -> Result<Vec<SeccompCondition>, String> {
    values
        .iter()
        .map(|value| condition(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *value))
        .collect()
}

fn rule(conditions: impl IntoIterator<Item = SeccompCondition>) -> Result<SeccompRule, String> {
    SeccompRule::new(conditions.into_iter().collect()).map_err(|error| error.to_string())
}

fn none_of(argument: u8, values: &[u64]) -> Result<SeccompRule, String> {
    rule(differ(argument, values)?)
}

fn build(rules: Rules, errno: libc::c_int) -> Result<BpfProgram, String> {
    let fail =
        |error: seccompiler::BackendError| format!("can't build a system call filter: {error}");
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(fail)?;
    let refuse = SeccompAction::Errno(errno.cast_unsigned());
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)
        .and_then(BpfProgram::try_from)
        .map_err(fail)
}

/// The one program written by hand, since tables of numbers can't say "all above".
fn refuse_unknown() -> BpfProgram {
    const LOAD_NUMBER: u16 = 0x20;
    const JUMP_IF_GREATER: u16 = 0x25;
    const RETURN: u16 = 0x06;
    const ALLOW: u32 = 0x7fff_0000;
    const REFUSE: u32 = 0x0005_0000 | libc::ENOSYS as u32;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    vec![
        step(LOAD_NUMBER, 0, 0, 0),
        step(JUMP_IF_GREATER, 0, 1, HIGHEST_KNOWN),
        step(RETURN, 0, 0, REFUSE),
        step(RETURN, 0, 0, ALLOW),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_filter_fits_into_the_kernel() {
        for filter in [Filter::Observe, Filter::Work] {
            let programs = compile(filter).unwrap();
            assert_eq!(programs.len(), 3, "{filter:?}");
            for program in programs {
                assert!(program.len() < 4096);
            }
        }
        assert!(compile(Filter::Nothing).unwrap().is_empty());
    }

    #[test]
    fn unknown_and_x32_calls_do_not_exist() {
        let answer = |number: u32| {
            let [_, compare, refuse, allow] = refuse_unknown().try_into().unwrap();
            let steps = if number > compare.k {
                compare.jt
            } else {
                compare.jf
            };
            [refuse, allow].get(usize::from(steps)).unwrap().k
        };
        for allowed in [0, HIGHEST_KNOWN] {
            assert_eq!(answer(allowed), 0x7fff_0000);
        }
        for refused in [HIGHEST_KNOWN + 1, 0x4000_0000, u32::MAX] {
            assert_eq!(answer(refused), 0x0005_0026);
        }
    }

    #[test]
    fn no_call_is_listed_twice() {
        let mut all: Vec<i64> = [
            REFUSED_ALWAYS,
            REFUSED_OBSERVING,
            REFUSED_OBSERVING_HERE,
            ABSENT_OBSERVING,
        ]
        .concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|call| *call <= i64::from(HIGHEST_KNOWN)));
    }

    #[test]
    fn signals_are_filtered_only_where_landlock_can_not() {
        let for_command = |filter, signals| compile_for_command(filter, signals).unwrap().len();
        assert_eq!(for_command(Filter::Observe, Signals::Loose), 1);
        assert_eq!(for_command(Filter::Observe, Signals::Kept), 0);
        assert_eq!(for_command(Filter::Work, Signals::Loose), 0);
        assert_eq!(for_command(Filter::Nothing, Signals::Loose), 0);
    }
}
