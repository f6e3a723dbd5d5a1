// java.net.URI, asked in the plain protocol. Run it with: java JavaNetUri.java
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
    static String answer(String question) {
        String[] texts = question.split("\t", 2);
        try {
            URI first = new URI(texts[0]);
            return texts.length < 2 ? parts(first) : first.resolve(new URI(texts[1])).toString();
        } catch (URISyntaxException error) {
            return "\t" + error.getMessage();
        }
    }

    static String parts(URI uri) {
        return String.join(
                "\t",
                part("scheme", uri.getScheme()),
                part("userinfo", uri.getRawUserInfo()),
                part("host", uri.getHost()),
                part("port", uri.getPort() == -1 ? null : Integer.toString(uri.getPort())),
                part("path", uri.getRawPath()),
                part("query", uri.getRawQuery()),
                part("fragment", uri.getRawFragment()));
    }

    static String part(String name, String value) {
        return value == null ? name : name + "=" + value;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            System.out.println(System.getProperty("java.version"));
        }
        var questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var answers =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        for (String line; (line = questions.readLine()) != null; ) {
            answers.print(answer(line) + "\n");
            answers.flush();
        }
    }
}
