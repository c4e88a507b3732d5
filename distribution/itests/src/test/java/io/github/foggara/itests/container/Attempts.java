package io.github.foggara.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.TaskLog.Attempt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether the attempts of a job that has finished, as its TaskManagers have logged them, are those that its incidents account for, as {@code job:info}
 * tells them: subtask by subtask. The failures of an incident name the regions that the strategy {@code region} restarts.
 */
public final class Attempts {
    private static final Pattern RUN = Pattern.compile("(?m)^run +([0-9a-f]{32})");
    /** Name and subtasks; columns are divided by two blanks at least. */
    private static final Pattern VERTEX =
            Pattern.compile("(?m)^(\\S.*?) {2,}(\\d+) {2,}\\d+ {2,}\\d+ {2,}[\\d,]+ {2,}[\\d,]+$");

    /** The decision, and the failures behind it. */
    private static final Pattern INCIDENT = Pattern.compile("(?m)^incident \\d+  (.*)((\\n  .*)*)");

    private static final Pattern FAILURE =
            Pattern.compile("(?m)^  \\S+ \\S+  (.+?), subtask (\\d+), attempt (\\d+) \\(");

    private final String told;
    private final String run;
    private final TaskLog log;
    private final List<String> vertices = new ArrayList<>();
    /** Attempts of the regions at subtasks from 0 on without their run and number, by the region's name. */
    private final Map<String, List<Attempt>> regions = new LinkedHashMap<>();
    /** Attempts of a region that an incident names. */
    private final Map<String, Set<Integer>> failed = new TreeMap<>();

    private final BiFunction<String, Integer, String> regionOf;
    private int incidents;

    /**
     * @param what was done to the job
     * @param info as {@code job:info} answers
     * @param regionOf name of the region of a subtask, from 0, of that vertex
     */
    public Attempts(String what, String info, TaskLog log, BiFunction<String, Integer, String> regionOf) {
        this.told = what + ": " + info;
        this.log = log;
        this.regionOf = regionOf;
        Matcher id = RUN.matcher(info);
        assertThat(id.find()).as(told).isTrue();
        run = id.group(1);
        Matcher vertex = VERTEX.matcher(info);
        while (vertex.find()) {
            vertex(vertex.group(1), Integer.parseInt(vertex.group(2)));
        }
        assertThat(vertices).as(told).isNotEmpty().doesNotHaveDuplicates();
        Matcher incident = INCIDENT.matcher(info);
        while (incident.find()) {
            incident(incident.group(1), incident.group(2));
        }
        if (incidents > 0) {
            assertThat(info.lines()).contains(highest());
        }
    }

    private void vertex(String name, int subtasks) {
        for (int subtask = 0; subtask < subtasks; subtask++) {
            regions.computeIfAbsent(regionOf.apply(name, subtask), r -> new ArrayList<>())
                    .add(new Attempt(run, vertices.size(), subtask, 0));
        }
        vertices.add(name);
    }

    /** The first failure is the one that was decided about; for those that joined it their regions restart as well. */
    private void incident(String decision, String failures) {
        incidents++;
        Matcher failure = FAILURE.matcher(failures);
        String first = null;
        while (failure.find()) {
            String region = regionOf.apply(failure.group(1), Integer.parseInt(failure.group(2)) - 1);
            failed.computeIfAbsent(region, r -> new TreeSet<>()).add(Integer.valueOf(failure.group(3)));
            first = first == null ? region : first;
        }
        assertThat(regions).as(told).containsKey(first);
        assertThat(decision).as(told).startsWith("region (").contains(" restarts " + members(first) + " after ");
    }

    /** As a decision names them: each vertex with the number of its subtasks. */
    private String members(String region) {
        Map<Integer, Long> counts = regions.get(region).stream()
                .collect(Collectors.groupingBy(Attempt::vertex, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> vertices.get(count.getKey()) + " (" + count.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    /** The line of the highest attempts, as it has to be. */
    private String highest() {
        return IntStream.range(0, vertices.size())
                .mapToObj(vertex -> vertices.get(vertex) + " "
                        + regions.values().stream()
                                .flatMap(List::stream)
                                .filter(task -> task.vertex() == vertex)
                                .mapToInt(this::last)
                                .max()
                                .orElseThrow())
                .collect(Collectors.joining(", ", "attempts  ", ""));
    }

    private int last(Attempt task) {
        TreeSet<Integer> begun = log.begun(run, task.vertex(), task.subtask());
        assertThat(begun).as("attempts of %s that began; %s", task, told).isNotEmpty();
        return begun.last();
    }

    public String run() {
        return run;
    }

    public int incidents() {
        return incidents;
    }

    /** Regions that an incident has restarted. */
    public Set<String> restarted() {
        return failed.keySet();
    }

    /**
     * All subtasks of a region have the same attempt.
     *
     * @return by region, how many restarts no incident accounts for: those by new lives of the JobMaster
     */
    public Map<String, Integer> undecided() {
        Map<String, Integer> undecided = new TreeMap<>();
        regions.forEach((region, tasks) -> {
            Set<Integer> last = tasks.stream().map(this::last).collect(Collectors.toSet());
            assertThat(last).as("last attempts of %s; %s", region, told).hasSize(1);
            int named = failed.getOrDefault(region, Set.of()).size();
            undecided.put(region, last.iterator().next() - named);
        });
        return undecided;
    }

    /** Nothing but this TaskManager was killed: what it ran is named, and nothing that ran elsewhere only. */
    public void assertLossOf(Member killed) {
        regions.forEach((region, tasks) -> {
            Set<Integer> named = failed.getOrDefault(region, Set.of());
            for (Attempt task : tasks) {
                for (int number : log.begun(run, task.vertex(), task.subtask())) {
                    if (log.cutOff(killed, attempt(task, number))) {
                        assertThat(named)
                                .as("attempts of %s that failed; %s", region, told)
                                .contains(number);
                    }
                }
            }
            assertThat(named)
                    .as("attempts of %s that failed, though all of it ran elsewhere; %s", region, told)
                    .noneMatch(number -> tasks.stream().allMatch(task -> ranElsewhere(killed, attempt(task, number))));
        });
    }

    private boolean ranElsewhere(Member killed, Attempt attempt) {
        return log.begun(run, attempt.vertex(), attempt.subtask()).contains(attempt.number())
                && !log.ran(killed, attempt);
    }

    private static Attempt attempt(Attempt task, int number) {
        return new Attempt(task.run(), task.vertex(), task.subtask(), number);
    }
}
