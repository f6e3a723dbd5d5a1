// Times java.net.URI on pairs from standard input: base, tab, reference. See speed.py.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

public class Speed {
    interface Work {
        Object run(String base, String reference) throws URISyntaxException;
    }

    // Passes that are not counted, in which the machine compiles.
    private static final int WARMING = 10;

    static Object kept;

    static void time(String task, Work work, List<String[]> pairs, boolean counted) {
        var clock = ManagementFactory.getThreadMXBean();
        int refused = 0;
        long start = clock.getCurrentThreadCpuTime();
        for (String[] pair : pairs) {
            try {
                kept = work.run(pair[0], pair[1]);
            } catch (URISyntaxException | IllegalArgumentException error) {
                refused++;
            }
        }
        long spent = clock.getCurrentThreadCpuTime() - start;
        if (counted) {
            System.out.println(task + "\t" + spent / 1e9 + "\t" + refused);
        }
    }

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<String[]> pairs = input.lines().map(line -> line.split("\t", 2)).toList();
        for (int round = -WARMING; round < rounds; round++) {
            time("parse", (base, reference) -> new URI(reference), pairs, round >= 0);
            time(
                "resolve",
                (base, reference) -> new URI(base).resolve(new URI(reference)).toString(),
                pairs,
                round >= 0);
        }
    }
}
