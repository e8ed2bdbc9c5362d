//! Help output in two columns: joins an option's head with its wrapped text.

/// One option's entry: its head (`--tlimit=MS | -t MS`) and its text on one line.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) head: String,
    pub(super) text: String,
}

/// Groups the lines of an option section. A line whose indent is below `text_column` and whose first
/// character is `-` starts an entry; deeper lines continue its text. Other lines end it.
pub(super) fn entries<'a>(lines: impl IntoIterator<Item = &'a str>, text_column: usize) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut open = false;
    for line in lines {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if body.is_empty() {
            open = false;
        } else if indent < text_column && body.starts_with('-') {
            let (head, text) = split_columns(line, text_column);
            entries.push(Entry { head: head.trim().to_owned(), text: text.trim().to_owned() });
            open = true;
        } else if open && indent >= text_column {
            let Some(entry) = entries.last_mut() else { continue };
            if !entry.text.is_empty() {
                entry.text.push(' ');
            }
            entry.text.push_str(body.trim_end());
        } else {
            open = false;
        }
    }
    entries
}

/// A head that reaches the text column is followed by one blank only, or stands on a line of its own.
fn split_columns(line: &str, text_column: usize) -> (&str, &str) {
    let split_at_column = line.is_char_boundary(text_column)
        && line.len() > text_column
        && line[..text_column].ends_with(' ')
        && !line[text_column..].starts_with(' ');
    if split_at_column { line.split_at(text_column) } else { (line, "") }
}

/// The items between the last `{` and the `}` after it.
pub(super) fn braced_list(text: &str) -> Vec<String> {
    let Some((_, rest)) = text.rsplit_once('{') else { return Vec::new() };
    let Some((inside, _)) = rest.split_once('}') else { return Vec::new() };
    inside.split([',', '|']).map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// Cuts `prefix … suffix` out of a text: what stood between, and the text without it.
pub(super) fn cut<'a>(text: &'a str, prefix: &str, suffix: char) -> Option<(&'a str, String)> {
    let start = text.rfind(prefix)?;
    let inside = &text[start + prefix.len()..];
    let end = inside.find(suffix)?;
    let rest = format!("{} {}", text[..start].trim_end(), inside[end + suffix.len_utf8()..].trim_start());
    Some((&inside[..end], rest.trim().to_owned()))
}
