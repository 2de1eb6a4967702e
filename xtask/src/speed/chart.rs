//! Bar charts of speeds, as SVG.

use std::fmt::Write as _;

use anyhow::Result;

use super::Cell;

/// Colors of text, background, astragal's bars and the peers' bars.
pub(super) type Colors = [&'static str; 4];

/// Themes of the chart in `README.md`. The chart is transparent, so that the page's background is visible.
pub(super) const THEMES: [(&str, Colors); 2] = [
    ("light", ["#1f2328", "none", "#a8541c", "#b8bcc2"]),
    ("dark", ["#e6edf3", "none", "#e0904f", "#5a626c"]),
];
/// Colors of charts that have a white background instead of a transparent one.
pub(super) const ON_WHITE: Colors = ["#1f2328", "#ffffff", "#a8541c", "#b8bcc2"];

const ROW_HEIGHT: usize = 32;
const LONGEST_BAR: f64 = 380.0;

/// Draws two bars for each measurement: one for astragal, one for the fastest peer. In each pair, the faster library's
/// bar has the full length.
pub(super) fn draw(
    title: &str,
    cells: &[&Cell],
    [ink, back, ours, theirs]: Colors,
) -> Result<String> {
    let mut bars = String::new();
    let mut y = 34;
    for cell in cells {
        let rates = cell.ns.map(|ns| cell.bytes as f64 / ns);
        let most = rates[0].max(rates[1]);
        let (name, named_peer) = (&cell.algorithm, format!("{}{}", cell.peer, cell.mark));
        writeln!(bars, "<text x=\"172\" y=\"{}\" text-anchor=\"end\">{name}</text>", y + 15)?;
        for (rate, color, peer, y) in
            [(rates[0], ours, "", y), (rates[1], theirs, named_peer.as_str(), y + 12)]
        {
            let width = rate / most * LONGEST_BAR;
            let bar =
                format!("x=\"180\" y=\"{y}\" width=\"{width:.0}\" height=\"10\" fill=\"{color}\"");
            writeln!(bars, "<rect {bar}/>")?;
            let label = format!("{rate:.2} GB/s {peer}");
            let (x, y) = (width + 186.0, y + 9);
            writeln!(
                bars,
                "<text x=\"{x:.0}\" y=\"{y}\" font-size=\"10\">{}</text>",
                label.trim()
            )?;
        }
        y += ROW_HEIGHT;
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 {y}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"{ink}\">\n<title>{title}: astragal and the fastest peer, 16 KiB</title>\n\
         <rect width=\"740\" height=\"{y}\" fill=\"{back}\"/>\n\
         <rect x=\"180\" y=\"8\" width=\"12\" height=\"12\" fill=\"{ours}\"/><text x=\"198\" y=\"18\">astragal</text>\n\
         <rect x=\"280\" y=\"8\" width=\"12\" height=\"12\" fill=\"{theirs}\"/><text x=\"298\" y=\"18\">fastest peer, \
         named at its bar</text>\n{bars}</svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faster_bar_has_full_length() {
        let (algorithm, peer) = ("a".into(), "p".into());
        let ns = [8192.0, 4096.0];
        let cell = Cell { algorithm, bytes: 16384, ns, by_name: None, peer, mark: "" };
        let svg = draw("t", &[&cell], ON_WHITE).unwrap();
        assert!(svg.contains("width=\"190\" height=\"10\" fill=\"#a8541c\""), "{svg}");
        assert!(svg.contains("width=\"380\" height=\"10\" fill=\"#b8bcc2\""), "{svg}");
        assert!(svg.contains("2.00 GB/s</text>") && svg.contains("4.00 GB/s p</text>"), "{svg}");
    }
}
