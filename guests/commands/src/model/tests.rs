use super::*;

const FLAGS: Flags = flags!([
    Flag::letter(b'x'),
    Flag::both(b'c', "color"),
    Flag::long("color-moved"),
    Flag::both(b'o', "output").value(Value::Path(PathRole::OUTPUT)),
    Flag::VERSION,
]);

fn found(name: &str, abbreviations: Abbreviations) -> &'static str {
    match FLAGS.by_long(name, abbreviations) {
        Found::Flag(flag) => flag.long,
        Found::Ambiguous => "(ambiguous)",
        Found::Nothing => "(nothing)",
    }
}

#[test]
fn a_whole_name_is_never_ambiguous() {
    assert_eq!(found("color", Abbreviations::Understood), "color");
    assert_eq!(found("color", Abbreviations::Refused), "color");
}

#[test]
fn an_abbreviation_must_stand_for_one_flag() {
    assert_eq!(found("outp", Abbreviations::Understood), "output");
    assert_eq!(found("colo", Abbreviations::Understood), "(ambiguous)");
    assert_eq!(found("color-", Abbreviations::Understood), "color-moved");
    assert_eq!(found("verbose", Abbreviations::Understood), "(nothing)");
    assert_eq!(found("outp", Abbreviations::Refused), "(nothing)");
}

#[test]
fn an_empty_name_stands_for_nothing() {
    assert_eq!(found("", Abbreviations::Understood), "(nothing)");
}

#[test]
fn letters_are_found_by_index() {
    assert_eq!(FLAGS.by_letter(b'o').map(|flag| flag.long), Some("output"));
    assert_eq!(FLAGS.by_letter(b'x').map(|flag| flag.long), Some(""));
    assert!(FLAGS.by_letter(b'q').is_none());
    assert!(FLAGS.by_letter(200).is_none());
}

#[test]
fn marks_add_up() {
    let marks = Marks::RECURSIVE.and(Marks::FIRST_GIVEN);
    assert!(marks.have(Marks::RECURSIVE) && marks.have(Marks::NONE));
    assert!(!marks.have(Marks::FOLLOWS_LINKS));
}
