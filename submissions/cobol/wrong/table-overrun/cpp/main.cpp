// Hours of a week; the days behind the table's end share its storage.
#include <cstdio>
#include <iostream>
#include <string>

int main() {
    int slots[7] = {0, 0, 0, 0, 0, 0, 0};
    std::string line;
    while (std::getline(std::cin, line)) {
        int day = line[0] - '0';
        int hours = std::stoi(line.substr(1, 2));
        if (day == 0) {
            for (int &slot : slots) slot = 0;
            std::printf("NEW WEEK [00000000000000--]\n");
            continue;
        }
        if (day <= 7) {
            int sum = slots[day - 1] + hours;
            slots[day - 1] = sum > 99 ? 99 : sum;
        } else {
            slots[5] = slots[5] > 0 ? slots[5] - 1 : 1;
        }
        int total = 0;
        std::printf("%d [", day);
        for (int slot : slots) {
            total += slot;
            std::printf("%02d", slot);
        }
        std::printf("--] %03d %02d %02d\n", total, slots[5], slots[6]);
    }
    return 0;
}
