//! Monthly interest on loans, all amounts in whole cents.
use std::fs;
use std::io::Write;

fn number(text: &[u8]) -> u64 {
    text.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'))
}

fn grouped(cents: u64) -> String {
    let digits = (cents / 100).to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{}.{:02}", text, cents % 100)
}

fn main() {
    let loans = fs::read("LOANS.DAT").unwrap_or_default();
    let mut out = fs::File::create("OUT.DAT").unwrap();
    let (mut count, mut total) = (0, 0);
    for line in loans.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let product = number(&line[8..15]) * number(&line[15..19]);
        let interest = product / 120000;
        out.write_all(&line[..8]).unwrap();
        write!(out, "{:07}", interest).unwrap();
        count += 1;
        total += interest;
    }
    println!("LOANS {:03} INTEREST {:>12}", count, grouped(total));
    std::process::exit(if count == 0 { 4 } else { 0 });
}
