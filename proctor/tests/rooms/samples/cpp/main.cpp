#include <fstream>

int main(int count, char **words) {
    std::ofstream database(words[count - 1], std::ios::binary | std::ios::trunc);
    return database ? 0 : 1;
}
