//! Tests of `render.rs`: the counts add up, whatever is printed.

use proptest::prelude::*;

use super::*;

fn render_whole(bytes: &[u8], chars: usize) -> Rendered {
    let file = Path::new("/r/1.stdout");
    render(Kept::Whole(bytes), Totals::of(bytes), Some(file), chars)
}

#[test]
fn short_output_stays_as_it_is() {
    let rendered = render_whole(b"\n  a\tb \x1b[1mc\r\n\n", 100);
    assert_eq!(rendered.text, "\n  a\tb \x1b[1mc\r\n\n");
    assert_eq!(rendered.omitted, Totals::default());
}

#[test]
fn long_output_is_cut_at_line_ends_and_says_what_is_left_out() {
    let bytes = "line\n".repeat(1000);
    let rendered = render_whole(bytes.as_bytes(), 120);
    let five = "line\n".repeat(5);
    let gap = "… 4 950 bytes (990 lines) left out; all of it: /r/1.stdout\n";
    assert_eq!(rendered.text, format!("{five}{gap}{five}"));
}

#[test]
fn line_longer_than_the_limit_is_cut_inside() {
    let bytes = "é".repeat(1000);
    let rendered = render_whole(bytes.as_bytes(), 160);
    let (head, rest) = rendered.text.split_once('\n').unwrap();
    let (_, tail) = rest.split_once('\n').unwrap();
    assert!(head.chars().all(|char| char == 'é'));
    assert!(tail.chars().all(|char| char == 'é'));
    assert!(rendered.text.chars().count() <= 160);
    assert_eq!(
        rendered.omitted.bytes,
        2000 - head.len() as u64 - tail.len() as u64
    );
}

#[test]
fn limit_smaller_than_the_line_between_still_says_it() {
    let rendered = render_whole("x\n".repeat(50).as_bytes(), 3);
    assert_eq!(
        rendered.text,
        "… 100 bytes (50 lines) left out; all of it: /r/1.stdout\n"
    );
}

#[test]
fn output_that_was_not_kept_is_not_promised() {
    let bytes = "x\n".repeat(50);
    let totals = Totals::of(bytes.as_bytes());
    let rendered = render(Kept::Whole(bytes.as_bytes()), totals, None, 10);
    assert_eq!(
        rendered.text,
        "… 100 bytes (50 lines) left out; they were not kept\n"
    );
}

#[test]
fn progress_collapses_to_its_last_state() {
    let rendered = render_whole(b"start\n10%\r50%\r100%\r\ndone\r\n", 100);
    assert_eq!(rendered.text, "start\n100%\r\ndone\r\n");
    assert_eq!(rendered.omitted, Totals { bytes: 8, lines: 0 });
    assert_eq!(render_whole(b"a\rb\n", 100).text, "b\n");
    assert_eq!(render_whole(b"a\rb\r", 100).text, "b\r");
}

#[test]
fn progress_longer_than_the_limit_is_shown_when_its_last_state_is_short() {
    let mut bytes = b"x\r".repeat(5000);
    bytes.extend_from_slice(b"done\n");
    let rendered = render_whole(&bytes, 100);
    assert_eq!(rendered.text, "done\n");
    assert_eq!(rendered.omitted.bytes, 10_000);
}

#[test]
fn binary_is_named_with_its_size() {
    let rendered = render_whole(b"\x7fELF\0\x01\x02", 100);
    assert!(rendered.binary);
    assert_eq!(
        rendered.text,
        "binary output, 7 bytes; all of it: /r/1.stdout"
    );
    assert_eq!(rendered.omitted, Totals { bytes: 7, lines: 0 });
}

#[test]
fn mostly_invalid_is_binary_and_a_few_invalid_bytes_are_text() {
    let noise: Vec<u8> = (0..4000_u32).map(|i| (i * 37 % 255) as u8 + 1).collect();
    assert!(render_whole(&noise, 100).binary);
    let rendered = render_whole(b"na\xefve caf\xe9 in latin-1\n", 100);
    assert_eq!(rendered.text, "na\u{fffd}ve caf\u{fffd} in latin-1\n");
}

#[test]
fn ends_of_a_large_output_count_against_the_whole() {
    let head = "h\n".repeat(400);
    let tail = "t\n".repeat(400);
    let totals = Totals {
        bytes: 200_000_000,
        lines: 100_000_000,
    };
    let kept = Kept::Ends {
        head: head.as_bytes(),
        tail: tail.as_bytes(),
    };
    let rendered = render(kept, totals, Some(Path::new("/f")), 200);
    let shown = rendered.text.matches(['h', 't']).count();
    assert!(rendered.text.starts_with("h\nh\n"));
    assert!(rendered.text.ends_with("t\nt\n"));
    let left = rendered.omitted.lines;
    assert!(
        rendered
            .text
            .contains(&format!("({} lines)", group_digits(left)))
    );
    assert!(left + shown as u64 >= 100_000_000);
}

#[test]
fn digits_are_grouped_from_the_right() {
    assert_eq!(group_digits(0), "0");
    assert_eq!(group_digits(999), "999");
    assert_eq!(group_digits(1000), "1 000");
    assert_eq!(group_digits(199_970_000), "199 970 000");
}

/// Splits a text at the line that says what is left out.
fn split_at_gap(text: &str) -> Option<(&str, &str)> {
    let (head, rest) = text.split_once("… ")?;
    Some((head, rest.split_once('\n')?.1))
}

proptest! {
    #[test]
    fn shown_and_left_out_add_up(text in "([a-zé€ ]{0,30}\n?){0,40}", chars in 70_usize..400) {
        let rendered = render_whole(text.as_bytes(), chars);
        prop_assert!(rendered.text.chars().count() <= chars);
        let Some((head, tail)) = split_at_gap(&rendered.text) else {
            prop_assert_eq!(&rendered.text, &text);
            return Ok(());
        };
        prop_assert!(text.ends_with(tail));
        // The last line feed of the head may be one that was added to end its line.
        let heads = [Some(head), head.strip_suffix('\n')];
        let adds_up = heads.into_iter().flatten().any(|head| {
            let mut shown = Totals::of(head.as_bytes());
            shown.add(Totals::of(tail.as_bytes()));
            shown.add(rendered.omitted);
            text.starts_with(head) && shown == Totals::of(text.as_bytes())
        });
        prop_assert!(adds_up, "{:?}", rendered);
    }

    #[test]
    fn any_bytes_stay_within_the_limit(bytes in prop::collection::vec(any::<u8>(), 0..2000), chars in 70_usize..400) {
        let rendered = render_whole(&bytes, chars);
        prop_assert!(rendered.text.chars().count() <= chars);
        prop_assert!(rendered.omitted.bytes <= bytes.len() as u64);
    }

    #[test]
    fn collapsing_drops_what_it_says(text in "[ab\r\n]{0,60}") {
        let (collapsed, dropped) = collapse_progress(text.as_bytes());
        prop_assert_eq!(collapsed.len() as u64 + dropped, text.len() as u64);
        prop_assert_eq!(Totals::of(&collapsed).lines, Totals::of(text.as_bytes()).lines);
    }
}
