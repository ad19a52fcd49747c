//! Each tool's own lines.

use super::*;

#[test]
fn words_that_only_run_are_known() {
    assert_found(&[
        ("nice rm", "at 1"),
        ("nice -10 rm", "at 2"),
        ("nice --10 -+3 -n 5 rm", "at 5"),
        ("nice -5$ rm", "at 2"),
        ("nice --adj=3 rm", "at 2"),
        ("nice", "plain"),
        ("nohup -- rm", "at 2"),
        ("stdbuf -oL -e0 -i 0 rm", "at 5"),
        ("ionice -c2 -n 0 -t rm", "at 5"),
        ("ionice -c 3 -p 12 34", "plain"),
        ("ionice -p 12 rm", "unreadable"),
        ("ionice -h rm", "unreadable"),
        ("setsid -fw rm", "at 2"),
        ("taskset -c 0-3 rm", "at 3"),
        ("taskset 3 rm", "at 2"),
        ("taskset -pc 0,1 700", "plain"),
        ("taskset -p rm", "unreadable"),
        ("chrt -b 0 rm", "at 3"),
        ("chrt -b rm x", "unreadable"),
        ("chrt -m", "plain"),
        ("/usr/bin/time -v rm", "at 2"),
        ("/usr/bin/time -ao f rm", "at 3 writes f"),
        ("/usr/bin/time -of rm", "at 2 writes f"),
        ("/usr/bin/time --output=$x rm", "at 2 writes ?"),
        ("setpriv --reuid 5 --reset-env rm", "at 4 Standard cleared"),
        ("prlimit -n=5 --cpu rm", "at 3"),
        ("prlimit --pid 5 -n1", "plain"),
        ("setarch -R rm", "at 2"),
        ("setarch x86_64", "unreadable"),
        ("setarch linux32 -R rm", "at 3"),
        ("setarch rm", "unreadable"),
        ("unshare -rn --mount-proc rm", "at 3"),
        ("unshare -w /x rm", "at 3 in /x"),
        ("unshare -r", "unreadable"),
        ("chroot --userspec=a / rm", "at 3 Unknown elsewhere cleared"),
        ("chroot /", "unreadable"),
        ("strace -f -e trace=file rm", "at 4"),
        ("strace -o |x rm", "unreadable"),
        ("fakeroot -- rm", "at 2"),
        ("fakeroot -l x rm", "unreadable"),
        ("pkexec --user a rm", "at 3 Unknown elsewhere cleared"),
        ("busybox rm x", "at 1"),
        ("busybox --install", "unreadable"),
        ("gosu me rm", "at 2 Unknown elsewhere cleared"),
        ("sshpass -p x ssh h", "at 3"),
    ]);
}

#[test]
fn the_shells_own_words_are_known() {
    assert_found(&[
        ("time rm", "at 1 AsWritten"),
        ("time -p -- rm", "at 3 AsWritten"),
        ("time -v rm", "at 1 AsWritten"),
        ("time $x rm", "at 1 AsWritten"),
        ("time", "plain"),
        ("time ! rm", "unreadable"),
        ("command rm", "at 1 NoFunction"),
        ("command -p -- rm", "at 3 NoFunction Standard"),
        ("command -v rm", "plain"),
        ("command -pV rm", "plain"),
        ("command -x rm", "unreadable"),
        ("command $x rm", "unreadable"),
        ("command", "plain"),
        ("builtin -- cd x", "at 2 Builtin"),
        ("exec rm", "at 1"),
        ("exec -a x -cl rm", "at 4 cleared"),
        ("exec -ax rm", "at 2"),
        ("exec", "plain"),
        ("noglob rm", "plain"),
        ("/usr/bin/command rm", "unreadable"),
        ("coproc rm", "unreadable"),
    ]);
    let zsh = Standing {
        dialect: Dialect::Zsh,
        ..CLOSED
    };
    let look_at = |line| told(&look(&words_of(line), zsh));
    assert_eq!(look_at("noglob rm *"), "at 1 AsWritten");
    assert_eq!(look_at("- rm"), "at 1 AsWritten");
    assert_eq!(look_at("command rm"), "at 1");
    assert_eq!(look_at("time -p rm"), "at 1 AsWritten");
}

#[test]
fn env_gives_variables_and_splits_strings() {
    assert_found(&[
        ("env", "plain"),
        ("env A=1", "plain"),
        ("env -u X -i A=1 -- rm", "at 5 Standard sets [4] cleared"),
        ("env -i - rm", "at 3 Standard cleared"),
        ("env - -u rm", "at 2 Standard cleared"),
        ("env -u X -uY rm", "at 4 without X,Y"),
        ("env -u PATH rm", "at 3 Standard without PATH"),
        ("env -i PATH=/x rm", "at 3 sets [2] cleared"),
        ("env -C /x rm", "at 3 in /x"),
        ("env --chdir=$x rm", "at 2 in ?"),
        ("env --block-signal=INT --default-signal rm", "at 3"),
        ("env -- A=1 B=2 rm", "at 4 sets [2, 3]"),
        ("env -S A=1_rm_'a_b' x", "same 0 <A=1> <rm> <a b> 3"),
        ("env -iS rm x", "same 0 <-i> <rm> 3"),
        ("env -vSrm x", "same 0 <-v> <rm> 2"),
        ("env --split-string=rm_-r x", "same 0 <rm> <-r> 2"),
        ("env -u A -S -i_rm -l", "same 0 1 2 <-i> <rm> 5"),
        ("env -S $x", "unreadable"),
        ("env -S rm_${X}", "unreadable"),
        ("env -z rm", "unreadable"),
    ]);
}

#[test]
fn shells_get_a_script_after_all_options() {
    assert_found(&[
        ("bash -c x", "body 2 Bash"),
        ("bash -c x a b", "body 2 Bash"),
        ("bash -c -e x", "body 3 Bash"),
        ("bash -c -- x", "body 3 Bash"),
        ("bash -c - x", "body 3 Bash"),
        ("bash +c x", "body 2 Bash"),
        ("bash -lc x", "body 2 Bash Login"),
        ("bash -ic x", "body 2 Bash Interactive"),
        ("bash --login -c x", "body 3 Bash Login"),
        ("bash --norc -norc -e -c x", "body 5 Bash"),
        ("bash -o pipefail -c x", "body 4 Bash"),
        ("bash -euo pipefail -c x", "body 4 Bash"),
        ("bash -co pipefail x", "body 3 Bash"),
        ("bash -O nullglob -c x", "body 4 Bash"),
        ("bash -O extglob -c x", "unreadable"),
        ("bash -o posix -c x", "unreadable"),
        ("bash +B -c x", "unreadable"),
        ("bash -ac x", "unreadable"),
        ("bash --rcfile f -ic x", "unreadable"),
        ("bash -e --norc -c x", "unreadable"),
        ("bash -c", "unreadable"),
        ("bash -c $x", "unreadable"),
        ("bash -c x|y", "unreadable"),
        ("bash $x", "unreadable"),
        ("bash $* -c x", "unreadable"),
        ("bash ./$x -c x", "plain"),
        ("bash -- -c x", "plain"),
        ("bash - -c x", "plain"),
        ("bash", "plain"),
        ("bash --version", "plain"),
        ("bash -s a", "plain"),
        ("bash script -c x", "plain"),
        ("bash -e script", "plain"),
        ("sh -ec x", "body 2 Posix"),
        ("/bin/dash -c x", "body 2 Posix"),
        ("sh --norc -c x", "unreadable"),
        ("sh -O nullglob -c x", "unreadable"),
        ("sh -O nullglob", "plain"),
        ("zsh -c x", "body 2 Zsh Always"),
        ("zsh -fc x", "body 2 Zsh"),
        ("zsh -copipefail x", "body 2 Zsh Always"),
        ("zsh -c --errexit x", "unreadable"),
        ("zsh -bc x", "unreadable"),
        ("ksh -c x", "unreadable"),
        ("fish script", "plain"),
    ]);
}

#[test]
fn other_users_commands_are_seen() {
    assert_found(&[
        ("sudo rm", "at 1 Unknown cleared"),
        ("sudo -n -u me A=1 -E rm", "at 6 Unknown sets [4] cleared"),
        ("sudo -D /x -- A=1", "at 4 Unknown in /x cleared"),
        ("sudo -k rm", "at 2 Unknown cleared"),
        ("sudo -l", "plain"),
        ("sudo -l rm", "unreadable"),
        ("sudo -e f", "unreadable"),
        ("sudo -s rm x", "at 2 NoFunction Unknown cleared"),
        ("sudo -i rm", "at 2 NoFunction Unknown elsewhere cleared"),
        ("sudo -s rm $x", "unreadable"),
        ("sudo -s", "unreadable"),
        ("sudo x$ rm", "unreadable"),
        ("doas -u me rm", "at 3 Unknown cleared"),
        ("doas -s", "unreadable"),
        ("su -c x", "body 2 Unknown Always cleared"),
        ("su - me -c x", "body 4 Unknown Login elsewhere cleared"),
        ("su me -c x y", "unreadable"),
        ("su -c x -c y", "unreadable"),
        ("su me", "unreadable"),
        ("runuser -u me -- rm -r", "at 4 Unknown cleared"),
        ("runuser -u me rm", "at 3 Unknown cleared"),
        ("runuser -u me rm -r", "unreadable"),
        (
            "runuser -l me -c x",
            "body 4 Unknown Login elsewhere cleared",
        ),
        ("sudoedit f", "unreadable"),
    ]);
}

#[test]
fn commands_run_for_each_item_are_open_or_have_its_place() {
    assert_found(&[
        ("xargs rm", "at 1 ..."),
        ("xargs", "plain"),
        ("xargs -0r -n1 -P 4 rm -f", "at 5 ..."),
        ("xargs -I{} mv {} a{}b", "at 2 [3, 4]"),
        ("xargs -I % mv % x%|y", "at 3 [4, 5]"),
        ("xargs -i mv {} x", "at 2 [3]"),
        ("xargs -iX mv X {}", "at 2 [3]"),
        ("xargs --replace mv {}", "at 2 [3]"),
        ("xargs -I{} -n1 mv {}", "at 3 [4] ..."),
        ("xargs -I $x mv", "unreadable"),
        ("xargs -a f rm", "at 3 ... reads f"),
        ("xargs --process-slot-var=PATH rm", "unreadable"),
        ("xargs -J % rm", "unreadable"),
        ("parallel gzip {} ::: a b", "at 1 NoFunction [2] ..."),
        ("parallel -j4 --bar gzip -9 ::: a", "at 3 NoFunction ..."),
        ("parallel gzip_{} ::: a", "unreadable"),
        ("parallel gzip {a,b} ::: a", "unreadable"),
        ("parallel ::: x y", "unreadable"),
        ("parallel $x ::: y", "unreadable"),
        ("parallel --sshlogin h x ::: y", "unreadable"),
    ]);
}

#[test]
fn actions_of_find_are_found_where_they_stand() {
    assert_found(&[
        ("find . -name -exec", "unreadable"),
        ("find . -name x -delete", "plain"),
        ("find $x -name $y", "plain"),
        ("find . -exec rm {} ;", "inside 3..5 [4]"),
        ("find . -exec rm {} +", "inside 3..5 [4]*"),
        ("find . -execdir rm {} ;", "inside 3..5 [4] elsewhere"),
        (
            "find . -exec sh -c x{} + {} + -print",
            "inside 3..8 [5, 7]*",
        ),
        (
            "find -L a -O3 b ( -name x -o ! -type f ) -ok a ; -okdir b ;",
            "inside 14..15 [], 17..18 [] elsewhere",
        ),
        ("find . -name $x -exec a {} ;", "inside 5..7 [6]"),
        ("find . -name $* -exec a {} ;", "unreadable"),
        ("find $x -exec a {} ;", "inside 3..5 [4]"),
        ("find $x $y -exec a {} ;", "unreadable"),
        ("find $* -exec a {} ;", "unreadable"),
        ("find . -exec a $x {} ;", "inside 3..6 [5]"),
        ("find . -exec a $x -n {} ;", "unreadable"),
        ("find . -exec a $* ;", "unreadable"),
        ("find . -exec a x$ -n ;", "inside 3..6 []"),
        ("find . -exec a -exec b ;", "unreadable"),
        ("find . -exec -delete ;", "unreadable"),
        ("find . -exec a", "unreadable"),
        ("find . -exec ;", "unreadable"),
        ("find . -unheard -exec a ;", "unreadable"),
        ("find . -fprintf f %p -exec a ;", "inside 6..7 []"),
    ]);
}

#[test]
fn commands_of_fd_are_all_that_follows() {
    assert_found(&[
        ("fd x -e rs", "plain"),
        ("fd -x rm", "inside 2..3 [] ..."),
        ("fd x . -Hx rm {} {/.}", "inside 4..7 [5, 6]"),
        ("fd -e rs -X rm {}", "inside 4..6 [5]*"),
        ("fd -e -x rm", "unreadable"),
        ("fd -xrm", "unreadable"),
        ("fd -x rm ; -x ls", "unreadable"),
        ("fd -x rm $x {}", "unreadable"),
        ("fd -- x -x", "plain"),
        ("fd --exec=rm", "unreadable"),
    ]);
}

#[test]
fn joined_words_are_one_script() {
    assert_found(&[
        ("watch -n 1 -d ls -l", "joined <ls -l> Posix local"),
        ("watch -x ls -l", "at 2"),
        ("watch ls $x", "unreadable"),
        ("ssh h", "plain"),
        (
            "ssh -p 22 -i k me@h -t rm -r x",
            "joined <rm -r x> Unknown remote",
        ),
        ("ssh -o ConnectTimeout=3 h ls", "joined <ls> Unknown remote"),
        ("ssh -oproxycommand=x h ls", "unreadable"),
        ("ssh -F f h ls", "unreadable"),
        ("ssh -- h -x", "unreadable"),
        ("ssh $h ls", "unreadable"),
        ("ssh -E f h ls", "joined <ls> Unknown remote writes f"),
        ("flock -n f rm x", "at 3 writes f"),
        ("flock f -c rm_x", "body 3 Unknown Always writes f"),
        ("flock f -c a b", "unreadable"),
        ("flock f $x", "unreadable"),
        ("flock 9", "plain"),
        (
            "script -qec rm_x /dev/null",
            "body 2 Unknown Always writes /dev/null",
        ),
        ("script -c x", "body 2 Unknown Always writes typescript"),
        ("script f", "unreadable"),
        ("script f -- rm", "unreadable"),
        ("tmux new rm", "unreadable"),
        ("nsenter -t 1 rm", "unreadable"),
    ]);
}
