import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;

class UseVectors {
    /** Replace this with your parser. Return null for what it can't do. To reject an input, throw. */
    static String answer(String kind, String[] text) throws URISyntaxException {
        return switch (kind) {
            case "resolve" -> new URI(text[0]).resolve(new URI(text[1])).toString();
            case "parse" -> Objects.toString(new URI(text[0]).getRawPath(), "");
            case "equivalent" -> new URI(text[0]).equals(new URI(text[1])) ? "same" : "different";
            case "validate" -> isValid(text[0]) ? "yes" : "no";
            default -> null;
        };
    }

    static boolean isValid(String text) {
        try {
            new URI(text);
            return true;
        } catch (URISyntaxException error) {
            return false;
        }
    }

    static String unescaped(String field) {
        return Pattern.compile("\\\\u(....)").matcher(field).replaceAll(escape ->
            Matcher.quoteReplacement("" + (char) Integer.parseInt(escape.group(1), 16)));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] field = line.split("\t", -1);
            for (int at = 2; at < field.length; at++) field[at] = unescaped(field[at]);
            String kind = field[0], readings = field[1], expected = field[2], answer;
            String[] texts = Arrays.copyOfRange(field, 3, field.length);
            try {
                answer = answer(kind, texts);
            } catch (URISyntaxException | IllegalArgumentException error) {
                answer = "";
            }
            if (answer == null) continue;
            String found = "differ";
            if (expected.equals("-")) found = "no rule";
            else if (answer.equals(expected)) found = "match";
            else if (!readings.isEmpty()) found = "may follow another option";
            else System.out.println(line + " not " + answer);
            counts.computeIfAbsent(kind, k -> new TreeMap<>()).merge(found, 1, Integer::sum);
        }
        counts.forEach((kind, found) -> System.out.println(kind + " " + found));
    }
}
