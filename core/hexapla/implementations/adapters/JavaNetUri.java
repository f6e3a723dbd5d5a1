// java.net.URI, asked in the plain protocol. Run it as it is: java JavaNetUri.java
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

public class JavaNetUri {
    static String answer(String base, String reference) {
        try {
            return new URI(base).resolve(new URI(reference)).toString();
        } catch (URISyntaxException error) {
            return "\t" + error.getMessage();
        }
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            System.out.println(System.getProperty("java.version"));
            return;
        }
        var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var answers =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        for (String line; (line = questions.readLine()) != null; ) {
            String[] texts = line.split("\t", 2);
            answers.print(answer(texts[0], texts[1]) + "\n");
            answers.flush();
        }
    }
}
