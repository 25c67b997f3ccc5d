import java.nio.file.Files;
import java.nio.file.Path;

public class Main {
    public static void main(String[] words) throws Exception {
        Files.write(Path.of(words[words.length - 1]), new byte[0]);
    }
}
