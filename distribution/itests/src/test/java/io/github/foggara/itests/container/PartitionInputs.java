package io.github.foggara.itests.container;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Random input for the examples of full-partition windows, and what comes out of it, found by another way: all in memory. */
public final class PartitionInputs {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ABC0189_-.~äßéя水\uFFFD\uE000\uD83D\uDE00";
    /** Below that the percentiles of the job are exact. */
    private static final int EXACT_MILLISECONDS = 2048;

    private final Random random;

    /** A row of the input. */
    public record Request(String service, long milliseconds, String url) {
        @Override
        public String toString() {
            return service + "," + milliseconds + "," + url;
        }
    }

    /** A row of the input. */
    public record Visit(String user, Instant time, String page) {
        @Override
        public String toString() {
            return user + "," + time + "," + page;
        }
    }

    public PartitionInputs(long seed) {
        random = new Random(seed);
    }

    public static List<String> csv(String header, List<?> rows) {
        return Stream.concat(Stream.of(header), rows.stream().map(Object::toString))
                .toList();
    }

    /** Short and long ones, some empty, some equal, some with one long beginning; may be changed. */
    public List<String> lines(int bytes) {
        int[] letters = LETTERS.codePoints().toArray();
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int size = 0; size < bytes; size += line.length() + 1) {
            line.setLength(0);
            int kind = random.nextInt(20);
            if (kind == 0 && !lines.isEmpty()) {
                line.append(lines.get(random.nextInt(lines.size())));
            } else {
                line.append(kind < 5 ? "the same beginning of a lot of lines " : "");
                int length = kind == 5 ? random.nextInt(3000) : random.nextInt(80);
                for (int i = 0; i < length; i++) {
                    line.appendCodePoint(letters[random.nextInt(letters.length)]);
                }
            }
            lines.add(line.toString());
        }
        return lines;
    }

    public List<Request> requests(int count) {
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int service = (int) Math.sqrt(random.nextInt(400));
            requests.add(
                    new Request("service" + service, random.nextInt(EXACT_MILLISECONDS), "/" + random.nextInt(1000)));
        }
        return requests;
    }

    /** By user, at random within three days, not in the order of time. */
    public List<Visit> visits(int count) {
        Instant begin = Instant.parse("2026-03-02T00:00:00Z");
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Instant time = begin.plusSeconds(random.nextInt(3 * 24 * 3600));
            visits.add(new Visit("user" + random.nextInt(50), time, "/" + random.nextInt(100)));
        }
        return visits;
    }

    /** Rows of the services, sorted as texts. */
    public List<String> latencies(List<Request> requests) {
        return by(requests, Request::service).entrySet().stream()
                .map(each -> {
                    List<Long> times = each.getValue().stream()
                            .map(Request::milliseconds)
                            .sorted()
                            .toList();
                    return each.getKey() + "," + times.size() + "," + percentile(times, 50) + ","
                            + percentile(times, 95) + "," + percentile(times, 99);
                })
                .sorted()
                .toList();
    }

    private static long percentile(List<Long> sorted, int percent) {
        return sorted.get((int) Math.ceil(sorted.size() * percent / 100.0) - 1);
    }

    public List<String> slowest(List<Request> requests, int count) {
        Comparator<Request> slowestFirst =
                Comparator.comparing(Request::milliseconds).reversed().thenComparing(Request::url);
        return by(requests, Request::service).values().stream()
                .flatMap(all -> all.stream().sorted(slowestFirst).limit(count))
                .map(Request::toString)
                .toList();
    }

    /**
     * @param gap in seconds
     */
    public List<String> sessions(List<Visit> visits, long gap) {
        List<String> rows = new ArrayList<>();
        by(visits, Visit::user).forEach((user, all) -> {
            List<Visit> sorted = all.stream()
                    .sorted(Comparator.comparing(Visit::time).thenComparing(Visit::page))
                    .toList();
            int first = 0;
            int number = 1;
            for (int i = 1; i <= sorted.size(); i++) {
                if (i == sorted.size()
                        || sorted.get(i - 1)
                                .time()
                                .plusSeconds(gap)
                                .isBefore(sorted.get(i).time())) {
                    Visit entry = sorted.get(first);
                    Visit exit = sorted.get(i - 1);
                    rows.add(user + "," + number++ + "," + entry.time() + "," + exit.time() + "," + (i - first) + ","
                            + entry.page() + "," + exit.page());
                    first = i;
                }
            }
        });
        return rows;
    }

    private static <T> Map<String, List<T>> by(List<T> rows, Function<T, String> key) {
        return rows.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }
}
