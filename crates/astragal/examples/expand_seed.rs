//! Expands a seed to any number of bytes with an extendable-output function, and shuffles a deck of cards with these
//! bytes. Everybody who knows the seed can check the result.

use astragal::xof::TurboShake128;

fn main() {
    let mut xof = TurboShake128::new();
    xof.absorb(b"tonight's game, announced beforehand");
    let mut output = xof.finalize();

    // Fisher–Yates shuffle. Rejection sampling makes every order equally likely.
    let mut deck: Vec<usize> = (0..52).collect();
    for last in (1..deck.len()).rev() {
        let choices = last + 1;
        let fair = 256 - 256 % choices;
        let choice = loop {
            let [byte] = output.squeeze_array::<1>();
            if usize::from(byte) < fair {
                break usize::from(byte) % choices;
            }
        };
        deck.swap(last, choice);
    }

    let names: Vec<String> = deck
        .iter()
        .map(|card| {
            format!(
                "{}{}",
                ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][card % 13],
                ['♠', '♥', '♦', '♣'][card / 13]
            )
        })
        .collect();
    println!("{}", names.join(" "));

    let mut sorted = deck;
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..52), "the deck must contain each card once");
}
