//! The bugs of a campaign as a JUnit file, which CI servers show.

use campaign::{Bug, Summary};

use crate::document::escaped;

/// One test case per target, failed by each of its bugs.
pub fn junit(summary: &Summary, bugs: &[Bug]) -> String {
    let mut cases = String::new();
    for target in summary.counts.targets.keys() {
        let own: Vec<&Bug> = bugs.iter().filter(|bug| bug.target == *target).collect();
        cases.push_str(&format!("    <testcase classname=\"smtquake\" name=\"{}\"", escaped(target)));
        if own.is_empty() {
            cases.push_str("/>\n");
            continue;
        }
        cases.push_str(">\n");
        for bug in own {
            cases.push_str(&format!(
                "      <failure type=\"{}\" message=\"bug #{}: {}\">{}</failure>\n",
                bug.class,
                bug.id,
                escaped(bug.class.meaning()),
                escaped(&format!("{}\nfound {} times\n{}", bug.signature, bug.times, bug.folder))
            ));
        }
        cases.push_str("    </testcase>\n");
    }
    let failures =
        summary.counts.targets.keys().filter(|target| bugs.iter().any(|bug| bug.target == **target)).count();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"smtquake fuzz\" \
         tests=\"{}\" failures=\"{failures}\" time=\"{:.3}\">\n{cases}  </testsuite>\n</testsuites>\n",
        summary.counts.targets.len(),
        summary.seconds
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_reserves_is_escaped() {
        assert_eq!(escaped("a < b & \"c\"\u{1}"), "a &lt; b &amp; &quot;c&quot;?");
    }
}
