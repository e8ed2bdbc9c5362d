//! A campaign as a live screen.

use std::collections::VecDeque;
use std::io::{self, Stdout, stdout};
use std::time::{Duration, Instant};

use campaign::{Confirmed, Counts, Observer, Skipped, Verdict};
use guide::Problem;
use oracle::Tally;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Cell, Paragraph, Row, Table};

use super::log::tell;
use super::shown::{clock, cut, finding_line, kept, shares};

/// Redrawn this often.
const EVERY: Duration = Duration::from_millis(250);
/// Bugs on the screen.
const BUGS: usize = 8;

/// The screen. Keys are left to the terminal, so that Ctrl-C is the signal it always is.
pub struct Live {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    last: Option<Instant>,
    bugs: VecDeque<String>,
    skipped: u64,
    /// Told when the screen is given back.
    damaged: Vec<Problem>,
}

impl Live {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Live> {
        execute!(stdout(), EnterAlternateScreen, Hide)?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Live { terminal, last: None, bugs: VecDeque::new(), skipped: 0, damaged: Vec::new() })
    }

    fn draw(&mut self, counts: &Counts, elapsed: Duration) {
        let (bugs, skipped) = (&self.bugs, self.skipped);
        // What cannot be drawn now is drawn next time.
        let _ = self.terminal.draw(|frame| {
            let targets = counts.targets.len() as u16 + 3;
            let rows = [
                Constraint::Length(8),
                Constraint::Length(targets),
                Constraint::Length(4),
                Constraint::Min(3),
            ];
            let [head, table, classes, found] = Layout::vertical(rows).areas(frame.area());
            frame.render_widget(
                Paragraph::new(figures(counts, elapsed, skipped)).block(titled("smtquake")),
                head,
            );
            frame.render_widget(answers(counts), table);
            frame.render_widget(Paragraph::new(findings(counts)).block(titled("findings")), classes);
            let lines: Vec<Line> = bugs.iter().map(|bug| Line::from(bug.as_str())).collect();
            frame.render_widget(Paragraph::new(lines).block(titled("bugs, the latest first")), found);
        });
    }
}

impl Observer for Live {
    fn progress(&mut self, counts: &Counts, elapsed: Duration) {
        if self.last.is_none_or(|last| last.elapsed() >= EVERY) {
            self.last = Some(Instant::now());
            self.draw(counts, elapsed);
        }
    }

    fn found(&mut self, confirmed: &Confirmed, bug: Option<i64>) {
        if let (Verdict::Confirmed, Some(bug)) = (&confirmed.verdict, bug) {
            self.bugs.push_front(cut(&format!("#{bug}  {}", finding_line(confirmed)), 300));
            self.bugs.truncate(BUGS);
        }
    }

    fn skipped(&mut self, _: &Skipped) {
        self.skipped += 1;
    }

    fn damaged(&mut self, problems: &[Problem]) {
        self.damaged.extend_from_slice(problems);
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
        tell(&self.damaged);
    }
}

fn titled(title: &str) -> Block<'_> {
    Block::bordered().title(Span::styled(format!(" {title} "), Style::new().add_modifier(Modifier::BOLD)))
}

fn figures(counts: &Counts, elapsed: Duration, skipped: u64) -> Vec<Line<'static>> {
    let rate = counts.given() as f64 / elapsed.as_secs_f64().max(0.001);
    vec![
        Line::from(format!("time        {}", clock(elapsed))),
        Line::from(format!("tests       {}   {rate:.1}/s", counts.given())),
        Line::from(format!("in solvers  {:.1} % of the workers' time", 100.0 * counts.solver_share())),
        Line::from(format!("seeds       {} visited, {skipped} skipped", counts.seeds)),
        Line::from(format!("strategies  {}", shares(counts))),
        Line::from(format!("corpus      {}", kept(counts))),
    ]
}

fn answers(counts: &Counts) -> Table<'static> {
    let head = Tally::default().columns().map(|(heading, _)| heading);
    let head = ["target"].into_iter().chain(head).map(Cell::from);
    let rows = counts.targets.iter().map(|(name, tally)| {
        let cells = tally.columns().map(|(_, number)| Cell::from(number.to_string()));
        Row::new([Cell::from(name.clone())].into_iter().chain(cells))
    });
    let widths = [Constraint::Min(16)].into_iter().chain([Constraint::Length(10); 7]);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Table::new(rows, widths).header(Row::new(head).style(bold)).block(titled("answers"))
}

fn findings(counts: &Counts) -> Vec<Line<'static>> {
    let classes = counts.findings.iter().map(|(class, count)| format!("{class} {count}"));
    let classes: Vec<String> = classes.collect();
    let style = if classes.is_empty() { Style::new() } else { Style::new().fg(Color::Red) };
    let text = if classes.is_empty() { "none yet".to_owned() } else { classes.join("   ") };
    vec![
        Line::from(Span::styled(text, style)),
        Line::from(format!("{} bugs, {} candidates not confirmed", counts.bugs, counts.suppressed)),
    ]
}
