//! Walks through the blocks of a script and draws each with a heading in plain words. Every command is drawn once;
//! one that no block leads to comes at the end, so that nothing that was read stays unseen.

use super::{
    commands::Setting,
    redirects,
    sheet::{Notes, Role, Sheet},
    tree::{Item, Pipeline, Stage, Tree},
    words::{Writing, quoted, visible, written},
};
use crate::read::{Block, BlockKind, Command, Connector, Piece, PieceKind, Script, Site, Wrapper};

/// How far the inside of a block is indented.
const BLOCK: usize = 4;
/// How far a later stage of a pipeline is indented. Less than a block, so that what follows a block is not taken for
/// something in it.
const STAGE: usize = 2;

/// Where something is drawn.
#[derive(Clone, Debug)]
pub(super) struct Spot<'a> {
    indent: usize,
    /// What joins it to the line before, such as `&& `.
    sign: String,
    /// What that means, and what holds for all of a block.
    pub(super) notes: Notes,
    /// Wrappers that a heading above has named.
    pub(super) known: &'a [Wrapper],
}

impl<'a> Spot<'a> {
    pub(super) fn plain(indent: usize, known: &'a [Wrapper]) -> Self {
        Self {
            indent,
            sign: String::new(),
            notes: Notes::default(),
            known,
        }
    }

    /// Where lines begin that belong to the same block.
    pub(super) fn aligned(&self) -> usize {
        self.indent + self.sign.chars().count()
    }

    /// The place of what is inside.
    pub(super) fn inside(&self) -> Self {
        Self::plain(self.aligned() + BLOCK, self.known)
    }
}

/// A walk through a script.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) script: &'a Script,
    setting: Setting<'a>,
    pub(super) tree: Tree<'a>,
    sheet: Sheet,
    pub(super) drawn_blocks: Vec<bool>,
    drawn_commands: Vec<bool>,
    /// Where the last command drawn runs, if here.
    cwds: &'a [String],
}

impl<'a> Walk<'a> {
    /// Draws all of a script.
    pub(super) fn over(script: &'a Script) -> Sheet {
        let setting = Setting::of(script);
        let mut walk = Self {
            script,
            setting,
            cwds: setting.start(),
            tree: Tree::of(script),
            sheet: Sheet::default(),
            drawn_blocks: vec![false; script.blocks.len()],
            drawn_commands: vec![false; script.commands.len()],
        };
        walk.content(0, &Spot::plain(0, &[]));
        walk.rest();
        walk.sheet
    }

    /// Draws what no block led to.
    fn rest(&mut self) {
        let mut is_first = true;
        for index in (0..).take(self.script.commands.len()) {
            if self.drawn_commands.get(index as usize) == Some(&false) {
                if std::mem::take(&mut is_first) {
                    self.heading(&Spot::plain(0, &[]), "also read:");
                }
                self.command(index, Spot::plain(BLOCK, &[]));
            }
        }
    }

    /// Draws what is in a block.
    pub(super) fn content(&mut self, block: u32, spot: &Spot<'a>) {
        if !mark(&mut self.drawn_blocks, block) {
            return;
        }
        let pipelines = self.tree.pipelines(block);
        for pipeline in &pipelines {
            for stage in &pipeline.stages {
                self.stage(pipeline, stage, spot);
            }
        }
        let left: Vec<u32> = self.tree.apart(block).to_vec();
        for index in left {
            self.apart(index, spot);
        }
    }

    fn stage(&mut self, pipeline: &Pipeline, stage: &Stage, around: &Spot<'a>) {
        let spot = joint(pipeline, stage, around);
        let trailers: Vec<u32> = stage
            .items
            .iter()
            .filter_map(|item| match *item {
                Item::Command(index) if self.has_no_words(index) => Some(index),
                Item::Command(_) | Item::Block(_) => None,
            })
            .collect();
        let mut has_block = false;
        for item in &stage.items {
            match *item {
                Item::Block(index) => {
                    has_block = true;
                    self.placed(index, spot.clone(), &trailers);
                }
                Item::Command(index) if has_block && trailers.contains(&index) => {}
                Item::Command(index) => self.command(index, spot.clone()),
            }
        }
    }

    fn has_no_words(&self, index: u32) -> bool {
        self.script
            .commands
            .get(index as usize)
            .is_some_and(|command| command.words.is_empty())
    }

    /// Draws a command and the blocks in its words.
    fn command(&mut self, index: u32, spot: Spot<'a>) {
        let script = self.script;
        let Some(command) = script.commands.get(index as usize) else {
            return;
        };
        if !mark(&mut self.drawn_commands, index) {
            return;
        }
        let (text, writing) = self.setting.line(command, spot.known, self.cwds);
        if command.site == Site::Local {
            self.cwds = &command.cwds;
        }
        let inside = spot.inside();
        let notes = writing.notes.after(spot.notes);
        let text = format!("{}{text}", spot.sign);
        self.sheet.add(Role::Command, spot.indent, text, &notes);
        for body in writing.bodies {
            self.sheet.add_body(inside.indent, body, visible);
        }
        self.apart_of(command, &inside);
    }

    fn apart_of(&mut self, command: &'a Command, spot: &Spot<'a>) {
        for index in self.tree.apart_of(command) {
            self.apart(index, spot);
        }
    }

    pub(super) fn heading(&mut self, spot: &Spot<'a>, text: &str) {
        let text = format!("{}{text}", spot.sign);
        self.sheet
            .add(Role::Heading, spot.indent, text, &spot.notes);
    }

    /// Draws a block that has a place in a pipeline, with the redirects after it.
    fn placed(&mut self, index: u32, mut spot: Spot<'a>, trailers: &[u32]) {
        let script = self.script;
        let Some(block) = script.blocks.get(index as usize) else {
            return;
        };
        if self.drawn_blocks.get(index as usize) != Some(&false) {
            return;
        }
        let mut writing = Writing::new(script);
        let commands: Vec<&'a Command> = trailers
            .iter()
            .filter(|trailer| mark(&mut self.drawn_commands, **trailer))
            .filter_map(|trailer| script.commands.get(*trailer as usize))
            .collect();
        for command in &commands {
            for assignment in script.assignments(command) {
                let text = self.setting.assignment(assignment, &mut writing);
                writing.notes.say(format!("with {text}"));
            }
            redirects::describe(
                &mut writing,
                script,
                script.redirects(command),
                "all of it: ",
            );
        }
        spot.notes = writing.notes.after(spot.notes);
        let inside = spot.inside();
        self.compound(index, block, spot);
        for body in writing.bodies {
            self.sheet.add_body(inside.indent, body, visible);
        }
        for command in commands {
            self.apart_of(command, &inside);
        }
    }

    fn compound(&mut self, index: u32, block: &'a Block, spot: Spot<'a>) {
        let heading = match block.kind {
            BlockKind::Loop => return self.repeated(index, block, spot),
            BlockKind::Branch => return self.branch(index, block, spot),
            BlockKind::Script => return self.text(index, spot),
            BlockKind::Subshell => "in a subshell:".to_owned(),
            BlockKind::Group => "as one group:".to_owned(),
            BlockKind::Substitution => self.substitution(block),
            BlockKind::Condition => "if this succeeds:".to_owned(),
            BlockKind::Body => "do:".to_owned(),
            BlockKind::Function => return self.function(index, &spot),
        };
        self.heading(&spot, &heading);
        self.content(index, &spot.inside());
    }

    /// Draws a block that stands in no pipeline.
    pub(super) fn apart(&mut self, index: u32, spot: &Spot<'a>) {
        let script = self.script;
        let Some(block) = script.blocks.get(index as usize) else {
            return;
        };
        if self.drawn_blocks.get(index as usize) != Some(&false) {
            return;
        }
        if block.kind != BlockKind::Loop {
            return self.compound(index, block, spot.clone());
        }
        let known = self.tree.wrappers_around(index);
        let heading = match known.last() {
            Some(wrapper) if wrapper.name == "find" => {
                "for each file that is found, as {}:".to_owned()
            }
            Some(wrapper) => format!("again and again, by {}:", quoted(&wrapper.name)),
            None => "again and again:".to_owned(),
        };
        self.heading(spot, &heading);
        let mut inside = spot.inside();
        inside.known = known;
        self.content(index, &inside);
    }

    fn substitution(&self, block: &Block) -> String {
        if self.sheet.is_full() {
            return String::new();
        }
        let is_this = |piece: &&Piece| piece.span == block.span;
        let text = written(self.script, block.span);
        match self
            .script
            .pieces
            .iter()
            .find(is_this)
            .map(|piece| piece.kind)
        {
            Some(PieceKind::ProcessSubstitution) => format!("beside it, for {text}:"),
            _ => format!("to fill in {text}:"),
        }
    }

    /// A text that a command hands to a shell.
    fn text(&mut self, index: u32, mut spot: Spot<'a>) {
        let around = self.tree.wrappers_around(index);
        let new = around.strip_prefix(spot.known).unwrap_or(around);
        let mut writing = Writing::new(self.script);
        let mut names = self.setting.wrappers(new, &mut writing);
        let shell = names.pop();
        if !names.is_empty() {
            writing.notes.say(format!("under {}", names.join(", ")));
        }
        spot.notes = writing.notes.after(spot.notes);
        let heading = match shell {
            Some(shell) => format!("script run by {shell}:"),
            None => "script of its own:".to_owned(),
        };
        self.heading(&spot, &heading);
        let mut inside = spot.inside();
        inside.known = around;
        self.content(index, &inside);
    }

    fn function(&mut self, index: u32, spot: &Spot<'a>) {
        let named = self
            .script
            .functions
            .iter()
            .find(|function| function.block == index);
        let name = named.map_or_else(String::new, |function| {
            format!(" {}", quoted(&function.name))
        });
        self.heading(spot, &format!("function{name}, where it is called:"));
        // The body is nearly always one group, which says nothing more.
        let inside = spot.inside();
        match self.only_group(index) {
            Some(group) => {
                mark(&mut self.drawn_blocks, index);
                self.content(group, &inside);
            }
            None => self.content(index, &inside),
        }
    }

    fn only_group(&self, block: u32) -> Option<u32> {
        let pipelines = self.tree.pipelines(block);
        let [pipeline] = pipelines.as_slice() else {
            return None;
        };
        let [stage] = pipeline.stages.as_slice() else {
            return None;
        };
        let [Item::Block(inner)] = stage.items.as_slice() else {
            return None;
        };
        let kind = self.script.blocks.get(*inner as usize)?.kind;
        (kind == BlockKind::Group && !pipeline.negated).then_some(*inner)
    }
}

/// Marks something as drawn; returns whether it wasn't.
pub(super) fn mark(drawn: &mut [bool], index: u32) -> bool {
    drawn
        .get_mut(index as usize)
        .is_some_and(|drawn| !std::mem::replace(drawn, true))
}

/// Returns where a stage of a pipeline is drawn, and what leads to it.
fn joint<'a>(pipeline: &Pipeline, stage: &Stage, around: &Spot<'a>) -> Spot<'a> {
    let mut spot = around.clone();
    if stage.number > 0 {
        spot.indent += STAGE;
        "| ".clone_into(&mut spot.sign);
        return spot;
    }
    let (sign, meaning) = match pipeline.connector {
        Connector::And => ("&& ", "only if what is before it succeeds"),
        Connector::Or => ("|| ", "only if what is before it fails"),
        Connector::First | Connector::Then | Connector::Background => ("", ""),
    };
    sign.clone_into(&mut spot.sign);
    if !meaning.is_empty() {
        spot.notes.say(meaning);
    }
    if pipeline.negated {
        spot.sign += "! ";
        spot.notes.say("success and failure are swapped");
    }
    if pipeline.background {
        spot.notes.say("in the background");
    }
    spot
}
