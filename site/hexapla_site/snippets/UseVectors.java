import java.net.URI;
import java.nio.file.*;
import java.util.*;

class UseVectors {
    /** Returns "" where there is no answer. Put your parser in its place. */
    static String resolve(String base, String reference) {
        try {
            return URI.create(base).resolve(reference).toString();
        } catch (IllegalArgumentException error) {
            return "";
        }
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : Files.readString(Path.of(arguments[0])).split("\n")) {
            String[] field = line.split("\t", -1);
            String outcome = field[0], readings = field[1], base = field[2];
            String reference = field[3], expected = field[4];
            String answer = resolve(base, reference), name = "differ";
            if (outcome.equals("undefined")) name = "no rule";
            else if (answer.equals(expected)) name = "match";
            else if (!readings.isEmpty()) name = "may follow another option";
            else System.out.println(base + " " + reference + " " + answer + " not " + expected);
            counts.merge(name, 1, Integer::sum);
        }
        System.out.println(counts);
    }
}
