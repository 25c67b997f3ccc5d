//! Writes records of varying length, reads them back, copies them as text.
use std::fs;
use std::io::{self, BufRead};

fn main() -> io::Result<()> {
    let mut log: Vec<u8> = Vec::new();
    let mut records: Vec<Vec<u8>> = Vec::new();
    for line in io::stdin().lock().lines() {
        let mut line = line?.into_bytes();
        line.resize(22, b' ');
        let length = (line[0] - b'0') as usize * 10 + (line[1] - b'0') as usize;
        if !(2..=20).contains(&length) {
            println!("LENGTH {:02}", length);
            continue;
        }
        let record = line[2..2 + length].to_vec();
        log.extend_from_slice(&[0, length as u8, 0, 0]);
        log.extend_from_slice(&record);
        records.push(record);
    }
    fs::write("EVENTS.LOG", &log)?;
    let mut text: Vec<u8> = Vec::new();
    let (mut least, mut most, mut sum) = (99, 0, 0);
    for record in &records {
        let length = record.len();
        sum += length;
        least = least.min(length);
        most = most.max(length);
        let shown = format!("{:>2}:{:<20}", length, String::from_utf8_lossy(record));
        text.extend_from_slice(shown.as_bytes());
        text.push(b'\n');
        if record[length - 1] == b' ' {
            println!("PADDED {}", shown);
        }
    }
    fs::write("EVENTS.TXT", &text)?;
    let count = records.len();
    if count > 0 {
        let tenths = (sum * 20 + count) / (count * 2);
        println!("{:03} MIN {:02} MAX {:02} AVG {:02}.{}", count, least, most, tenths / 10, tenths % 10);
    } else {
        println!("NOTHING 00");
    }
    println!("CLOSED 47");
    Ok(())
}
