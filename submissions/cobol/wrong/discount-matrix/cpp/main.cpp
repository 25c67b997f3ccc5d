// A discount table filled by nested loops, and where the counters end.
#include <cstdio>
#include <iostream>
#include <string>

static void edited(long cents) {
    char text[32];
    if (cents >= 100000) {
        std::snprintf(text, sizeof text, "%ld,%03ld.%02ld", cents / 100000, cents / 100 % 1000, cents % 100);
    } else {
        std::snprintf(text, sizeof text, "%ld.%02ld", cents / 100, cents % 100);
    }
    std::printf("%8s\n", text);
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        int rows = line[0] - '0', cols = line[1] - '0';
        long base = std::stol(line.substr(2, 5)), stop = std::stol(line.substr(7, 6));
        long cell[6][7] = {};
        int passes = 0, i = 1, j = 1;
        for (i = 1; i <= rows; i++) {
            for (j = 1; j <= cols; j++) {
                cell[i][j] = (2 * base * i / (j + 2) + 1) / 2;
                passes++;
            }
            j = 1;
        }
        std::printf("FILLED I=%02d J=%02d N=%03d\n", i, j, passes);
        for (i = 1; i <= rows; i++) {
            long row = 0;
            for (j = cols; j != 0; j--) {
                std::printf("  %02d%02d", i, j);
                edited(cell[i][j]);
                row = (row + cell[i][j]) % 1000000;
            }
            std::printf("  ROW %04ld.%02ld\n", row / 100, row % 100);
        }
        long sum = 0;
        int k = 1;
        for (; sum < stop && k <= 30; k++) sum += cell[k % rows + 1][k % cols + 1];
        std::printf("STOPPED K=%02d SUM=%05ld.%02ld\n", k, sum / 100, sum % 100);
        passes = 0;
        k = 3;
        for (;;) {
            passes++;
            if (k > rows) break;
            k += 2;
        }
        std::printf("AFTER K=%02d N=%03d\n", k, passes);
        std::printf("TIMES %03d COLS %d\n", cols, (cols + cols) % 10);
    }
    return 0;
}
