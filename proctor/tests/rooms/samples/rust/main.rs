fn main() {
    let database = std::env::args().last().unwrap();
    std::fs::write(database, b"").unwrap();
}
