// Monthly interest on loans, all amounts in whole cents.
#include <cstdio>
#include <fstream>
#include <string>

static std::string grouped(long long cents) {
    std::string digits = std::to_string(cents / 100);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, ",");
    char tail[4];
    std::snprintf(tail, sizeof tail, ".%02lld", cents % 100);
    digits += tail;
    return std::string(12 - digits.size(), ' ') + digits;
}

int main() {
    std::ifstream loans("LOANS.DAT", std::ios::binary);
    std::ofstream out("OUT.DAT", std::ios::binary);
    std::string line;
    long long count = 0, total = 0;
    while (std::getline(loans, line)) {
        line.resize(19, ' ');
        long long product = std::stoll(line.substr(8, 7)) * std::stoll(line.substr(15, 4));
        long long interest = (product + 60000) / 120000;
        char field[8];
        std::snprintf(field, sizeof field, "%07lld", interest);
        out << line.substr(0, 8) << field;
        ++count;
        total += interest;
    }
    std::printf("LOANS %03lld INTEREST %s\n", count, grouped(total).c_str());
    return count == 0 ? 4 : 0;
}
