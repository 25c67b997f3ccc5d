//! Bills whose ELSE branches are decided by periods.
use std::io::{self, BufRead};

const LIMIT: i64 = 999_999;

fn edited(cents: i64) -> String {
    let whole = cents.abs() / 100;
    let digits = if whole >= 1000 {
        format!("${},{:03}.{:02}", whole / 1000, whole % 1000, cents.abs() % 100)
    } else {
        format!("${}.{:02}", whole, cents.abs() % 100)
    };
    format!("{:>9}{}", digits, if cents < 0 { "DB" } else { "  " })
}

fn main() -> io::Result<()> {
    let (mut sum, mut errors): (i64, u32) = (0, 0);
    let mut count = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let customer = &line[0..4];
        let units: i64 = line[4..8].parse().unwrap_or(0);
        let class = &line[8..9];
        let mut previous: i64 = line[9..15].parse().unwrap_or(0);
        if &line[15..16] == "-" {
            previous = -previous;
        }
        let mut vat = 0;
        let mut bill = (units * 1875 + 50) / 100;
        if class == "D" {
            bill += if units > 100 { -500 } else { 260 };
        }
        if class == "C" || class == "G" {
            vat = bill * 175 / 1000 % 100_000;
            if class == "G" {
                vat = 0;
            }
        }
        if units != 0 {
            bill += if class == "D" || class == "C" { vat } else { vat + 101 };
        }
        if (bill + previous).abs() > LIMIT {
            println!("{} TOO HIGH", customer);
            errors += 1;
            count += 1;
        } else {
            bill += previous;
        }
        sum += bill;
        println!("{} {} {:>3}.{:02}", customer, edited(bill), vat / 100, vat % 100);
    }
    let sign = if sum < 0 { "-" } else { "+" };
    println!("{:02} BILLS {}{:05}.{:02} ERR {:02}", count, sign, sum.abs() / 100, sum.abs() % 100, errors);
    Ok(())
}
