import std.file;

void main(string[] words) {
    write(words[$ - 1], "");
}
