package io.github.foggara.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code job:info} tells of a job's attempts and of the decisions that they come from. */
public final class Attempts {
    /** Name and subtasks; columns are divided by two blanks at least. */
    private static final Pattern VERTEX =
            Pattern.compile("(?m)^(\\S.*?) {2,}(\\d+) {2,}\\d+ {2,}\\d+ {2,}[\\d,]+ {2,}[\\d,]+$");

    private static final Pattern DECISION = Pattern.compile("(?m)^incident \\d+  (.*)$");

    private final String info;
    private final Map<String, Integer> vertices = new TreeMap<>();
    private final List<String> decisions = new ArrayList<>();

    /**
     * @param info as {@code job:info} answers
     */
    public Attempts(String info) {
        this.info = info;
        Matcher vertex = VERTEX.matcher(info);
        while (vertex.find()) {
            vertices.put(vertex.group(1), Integer.valueOf(vertex.group(2)));
        }
        Matcher decision = DECISION.matcher(info);
        while (decision.find()) {
            decisions.add(decision.group(1));
        }
    }

    public int incidents() {
        return decisions.size();
    }

    /**
     * The job has one region: each decision names all subtasks of all its vertices, and each vertex has as many attempts behind it as there were
     * decisions, and one for each life of the JobMaster that found the job unfinished.
     *
     * @param lives of a JobMaster, at most, that went on with the job
     */
    public void assertAsDecided(String what, int lives) {
        assertThat(vertices).as("%s: %s", what, info).isNotEmpty();
        if (decisions.isEmpty()) {
            return; // Attempts are told with incidents only.
        }
        Set<Integer> undecided = new TreeSet<>();
        vertices.forEach((vertex, subtasks) -> {
            assertThat(decisions)
                    .as(what)
                    .allSatisfy(decision -> assertThat(decision).contains(vertex + " (" + subtasks + ")"));
            undecided.add(attempts(vertex) - decisions.size());
        });
        assertThat(undecided).as("%s: %s", what, info).hasSize(1).allMatch(more -> more >= 0 && more <= lives);
    }

    private int attempts(String vertex) {
        Matcher line = Pattern.compile("(?m)^attempts  (.*, )?" + Pattern.quote(vertex) + " (\\d+)")
                .matcher(info);
        assertThat(line.find()).as(info).isTrue();
        return Integer.parseInt(line.group(2));
    }
}
