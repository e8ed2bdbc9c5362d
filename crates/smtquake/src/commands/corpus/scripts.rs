//! Scripts that become part of a corpus, or of what is known about one.

use smtlib::Script;

use crate::files::{Event, Input, Progress, for_each_in_order};

/// Reads files on all cores, and hands over their texts and scripts in order. What is no script is told, and left out.
pub fn for_each_script(
    files: &[Input],
    mut with: impl FnMut(Vec<u8>, Script) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut progress = Progress::new(files.len());
    let read = |file: &Input| {
        let text = file.read().map_err(|error| error.to_string());
        let script = text.and_then(|text| match Script::parse(&text) {
            Ok(script) => Ok((text, script)),
            Err(error) => Err(error.to_string()),
        });
        script.map_err(|why| format!("{}: {why}", file.name()))
    };
    for_each_in_order(files, read, |event| {
        match event {
            Event::Tick => progress.tick(),
            Event::Result(Ok((text, script))) => {
                with(text, script)?;
                progress.file_done(false);
            }
            Event::Result(Err(why)) => {
                progress.file_done(true);
                progress.suspend(|| anstream::eprintln!("left out: {why}"));
            }
        }
        anyhow::Ok(())
    })?;
    progress.finish();
    Ok(())
}
