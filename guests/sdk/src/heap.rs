//! The memory of one evaluation: handed out in a row, and thrown away as a whole with the instance (R3.12).
//!
//! A general allocator keeps lists of what was given back, for programs that run on. A policy answers once. So here an
//! allocation is an addition, and only what was handed out last is taken back or made larger where it lies, which is what
//! growing texts and lists do. The first of it is part of the memory an instance starts with: asking the host for more
//! costs more than a whole evaluation of a typical line, since the operating system has to be asked as well.

/// What is left of a stretch of memory, as addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// The first byte that is free.
    next: usize,
    /// One past the last byte.
    end: usize,
}

impl Row {
    /// Takes so many bytes from the front, or none if they are not there.
    const fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        // Alignments are powers of two.
        let Some(start) = self.next.checked_add(align - 1) else {
            return None;
        };
        let start = start & !(align - 1);
        match start.checked_add(size) {
            Some(next) if next <= self.end => {
                self.next = next;
                Some(start)
            }
            _ => None,
        }
    }

    /// Makes what lies at `start` another size where it lies, if it was handed out last and there is room.
    const fn resize(&mut self, start: usize, old: usize, new: usize) -> bool {
        if start + old != self.next {
            return false;
        }
        match start.checked_add(new) {
            Some(next) if next <= self.end => {
                self.next = next;
                true
            }
            _ => false,
        }
    }
}

#[cfg(target_arch = "wasm32")]
#[expect(
    unsafe_code,
    reason = "an allocator hands out memory; what it relies on is said at each place"
)]
mod global {
    use core::{
        alloc::{GlobalAlloc, Layout},
        arch::wasm32::memory_grow,
        cell::{Cell, UnsafeCell},
        ptr,
    };

    use super::Row;

    /// Bytes an instance starts with. Several times what a typical line takes.
    const FIRST_BYTES: usize = 128 * 1024;
    /// Bytes of a page of memory.
    const PAGE_BYTES: usize = 64 * 1024;
    /// Pages that are asked for at once, at least.
    const GROWTH_PAGES: usize = 16;

    /// All memory that is handed out.
    struct Heap(Cell<Row>);

    /// The memory an instance starts with.
    #[repr(align(16))]
    struct First(UnsafeCell<[u8; FIRST_BYTES]>);

    // SAFETY: a policy has one thread.
    unsafe impl Sync for Heap {}
    // SAFETY: as above; and it is only reached through what the heap hands out.
    unsafe impl Sync for First {}

    static FIRST: First = First(UnsafeCell::new([0; FIRST_BYTES]));

    #[global_allocator]
    static HEAP: Heap = Heap(Cell::new(Row { next: 0, end: 0 }));

    impl Heap {
        /// Goes on in memory that nobody uses yet, with room for so many bytes.
        #[cold]
        fn go_on(&self, size: usize, align: usize) -> Option<Row> {
            let row = self.0.get();
            if row.end == 0 {
                let next = FIRST.0.get().expose_provenance();
                let first = Row {
                    next,
                    end: next + FIRST_BYTES,
                };
                if size + align <= FIRST_BYTES {
                    return Some(first);
                }
            }
            let pages = size.checked_add(align)?.div_ceil(PAGE_BYTES);
            let pages = pages.max(GROWTH_PAGES);
            let before = memory_grow(0, pages);
            if before == usize::MAX {
                return None;
            }
            let start = before * PAGE_BYTES;
            let end = (before + pages).saturating_mul(PAGE_BYTES);
            // The stretch that ended where the new one begins goes on.
            let next = if row.end == start { row.next } else { start };
            Some(Row { next, end })
        }
    }

    // SAFETY: no two allocations overlap, since `Row::take` only goes forward and back to the start of what was given
    // back; each lies in `FIRST` or in pages that were grown, and nothing else uses those.
    unsafe impl GlobalAlloc for Heap {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            let mut row = self.0.get();
            let mut start = row.take(layout.size(), layout.align());
            if start.is_none() {
                let Some(further) = self.go_on(layout.size(), layout.align()) else {
                    return ptr::null_mut();
                };
                row = further;
                start = row.take(layout.size(), layout.align());
            }
            self.0.set(row);
            start.map_or(ptr::null_mut(), ptr::with_exposed_provenance_mut)
        }

        unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
            let mut row = self.0.get();
            // Of what was not handed out last, nothing is taken back.
            if row.resize(at.expose_provenance(), layout.size(), 0) {
                self.0.set(row);
            }
        }

        unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            let mut row = self.0.get();
            if row.resize(at.expose_provenance(), layout.size(), size) {
                self.0.set(row);
                return at;
            }
            if size <= layout.size() {
                return at;
            }
            // SAFETY: the caller promises that the new size is one for this alignment.
            let layout_wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
            // SAFETY: the caller promises that the size is not zero.
            let new = unsafe { self.alloc(layout_wanted) };
            if !new.is_null() {
                // SAFETY: both have so many bytes, and what was just handed out overlaps nothing.
                unsafe { ptr::copy_nonoverlapping(at, new, layout.size()) };
            }
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn what_is_handed_out_is_aligned_and_never_overlaps() {
        let mut row = Row { next: 3, end: 40 };
        assert_eq!(row.take(1, 1), Some(3));
        assert_eq!(row.take(8, 8), Some(8));
        assert_eq!(row.take(4, 4), Some(16));
        assert_eq!(row, Row { next: 20, end: 40 });
    }

    #[test]
    fn what_is_not_there_is_not_handed_out_and_changes_nothing() {
        let mut row = Row { next: 8, end: 16 };
        for (size, align) in [(9, 1), (1, 32), (usize::MAX, 1), (1, 1 << 31)] {
            assert_eq!(row.take(size, align), None, "{size} {align}");
        }
        let mut last = Row {
            next: usize::MAX - 2,
            end: usize::MAX,
        };
        assert_eq!(last.take(1, 8), None);
        assert_eq!(row, Row { next: 8, end: 16 });
        assert_eq!(row.take(8, 8), Some(8));
    }

    #[test]
    fn only_what_was_handed_out_last_is_resized_where_it_lies() {
        let mut row = Row { next: 8, end: 32 };
        let first = row.take(4, 4).expect("room");
        let second = row.take(4, 4).expect("room");
        assert!(!row.resize(first, 4, 8));
        assert!(row.resize(second, 4, 12));
        assert_eq!(row.next, 24);
        assert!(!row.resize(second, 12, 21), "no room");
        assert!(!row.resize(second, 12, usize::MAX), "no room");
        assert!(row.resize(second, 12, 0));
        assert!(row.resize(first, 4, 0), "it is the last one again");
        assert_eq!(row, Row { next: 8, end: 32 });
    }
}
