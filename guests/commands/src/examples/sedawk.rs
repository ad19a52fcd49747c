//! Self-tests of `sed` and `awk`.

use super::{Example, harmless, not};

pub(super) const GROUP: &[Example] = &[
    harmless("sed -n '140,160p' notes", "prints lines"),
    harmless("sed 's/e/E/g' notes", "that e is text"),
    harmless("sed -n -e '1p' -e '$p' notes", "two scripts"),
    harmless(
        "sed -E 's/^( *)(.*)$/\\1# \\2/; /x/!d'",
        "filters what comes in",
    ),
    harmless("sed ':a;N;$!ba;s/\\n/ /g' notes", "a loop with a label"),
    harmless("sed 's/[^/]*$//' notes", "a delimiter in brackets"),
    harmless(
        "sed '1i w out' notes",
        "the command is text that is inserted",
    ),
    harmless(
        "sed -n '/a/w /dev/stderr' notes",
        "writes where messages go",
    ),
    harmless(
        "sed --sandbox -f script notes",
        "the script may do nothing but print",
    ),
    harmless("gsed 5q notes", "the same by another name"),
    not("sed -i 's/a/b/' notes", "changes the file"),
    not("sed -n 1p -i notes", "options may follow operands"),
    not("sed -ni.bak 10p notes", "changes the file, too"),
    not("sed '1e id' notes", "runs a command"),
    not("sed 's/x/id/e' notes", "runs what it makes"),
    not("sed '$!{e}' notes", "runs what it reads"),
    not("sed 's/a/b/w out' notes", "writes a file"),
    not("sed -n 'w out' notes", "writes a file"),
    not("sed --e='w out' notes", "an abbreviation of --expression"),
    not("sed -f script notes", "nobody has read the script"),
    not("sed \"s/a/$x/\" notes", "may become s/a/b/e"),
    harmless("awk '{print $5, $9}' notes", "prints fields"),
    harmless(
        "awk -F: -v n=3 'NR<=n {print $1, $NF}' notes",
        "a separator and a variable",
    ),
    harmless("awk '!seen[$0]++' notes", "prints each line once"),
    harmless(
        "awk '$3 > 10 {s += $3} END {printf \"%.2f\\n\", s / NR}' notes",
        "compares and calculates",
    ),
    harmless("awk '{print \"a | b > c\"}' notes", "signs in a text"),
    harmless(
        "awk '{print $1 > \"/dev/stderr\"}' notes",
        "writes where messages go",
    ),
    harmless(
        "awk 'BEGIN {while ((getline line < \"notes\") > 0) n++; print n}'",
        "reads a file that it names",
    ),
    harmless("mawk 'NR % 2' notes x=1", "a file and a variable"),
    not("awk 'BEGIN{system(\"id\")}'", "runs a command"),
    not("awk '{print | \"sort\"}' notes", "runs a command"),
    not(
        "awk 'BEGIN{while((\"id\"|getline l)>0)print l}'",
        "runs a command",
    ),
    not("awk '{print > \"out\"}' notes", "writes a file"),
    not(
        "awk '{print > $1}' notes",
        "writes files that only the run will know",
    ),
    not(
        "awk 'BEGIN{ARGV[1]=\"notes\";ARGC=2} {print}'",
        "reads another file",
    ),
    not("awk -f prog notes", "nobody has read the program"),
    not("gawk -l filefuncs '{print}' notes", "loads a library"),
    not("gawk -i inplace '{print}' notes", "brings in a library"),
    not("awk \"$x\" notes", "may become any program"),
];
