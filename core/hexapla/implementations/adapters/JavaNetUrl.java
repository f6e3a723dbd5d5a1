// java.net.URL, asked in the plain protocol to parse. Run it with: java JavaNetUrl.java
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;

public class JavaNetUrl {
    static String answer(String question) {
        try {
            return parts(new URL(question));
        } catch (MalformedURLException error) {
            return "\t" + error.getMessage();
        }
    }

    static String parts(URL url) {
        // An absent host is "".
        return String.join(
                "\t",
                part("scheme", url.getProtocol()),
                part("userinfo", url.getUserInfo()),
                part("host", url.getHost().isEmpty() ? null : url.getHost()),
                part("port", url.getPort() == -1 ? null : Integer.toString(url.getPort())),
                part("path", url.getPath()),
                part("query", url.getQuery()),
                part("fragment", url.getRef()));
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
