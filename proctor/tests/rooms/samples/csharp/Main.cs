using System.IO;

class Program {
    static void Main(string[] words) {
        File.WriteAllBytes(words[words.Length - 1], new byte[0]);
    }
}
