package io.github.foggara.itests.container;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What TaskManagers say, not their JobMaster, of the attempts that they ran: which they were, where, and how far each came. */
public final class TaskLog {
    /** Whose steps are to be logged, see {@link Member#debug}. */
    public static final String LOGGER = "io.github.foggara.kernel.taskexecutor.Task";

    private static final Pattern STEP =
            Pattern.compile(" - ([0-9a-f]{32})/(\\d+)\\.(\\d+)#(\\d+): [A-Z_]+ → ([A-Z_]+) \\(");
    private static final Set<String> ENDS = Set.of("FINISHED", "FAILED", "CANCELED");

    /**
     * An attempt of a subtask.
     *
     * @param run id of the job's run
     * @param vertex from 0, in the order of {@code job:info}
     * @param subtask from 0
     */
    public record Attempt(String run, int vertex, int subtask, int number) {}

    private final Map<Attempt, Member> places = new HashMap<>();
    private final Map<Attempt, String> steps = new HashMap<>();

    /** Reads what they have logged up to now. */
    public TaskLog(List<Member> taskManagers) {
        for (Member taskManager : taskManagers) {
            Matcher step = STEP.matcher(taskManager.log());
            while (step.find()) {
                Attempt attempt = new Attempt(
                        step.group(1),
                        Integer.parseInt(step.group(2)),
                        Integer.parseInt(step.group(3)),
                        Integer.parseInt(step.group(4)));
                places.put(attempt, taskManager);
                steps.put(attempt, step.group(5));
            }
        }
    }

    /** Who has run tasks of it. */
    public Set<Member> taskManagers(String run) {
        return places.entrySet().stream()
                .filter(place -> place.getKey().run().equals(run))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    /** Numbers of its attempts that began. */
    TreeSet<Integer> begun(String run, int vertex, int subtask) {
        return places.keySet().stream()
                .filter(attempt -> attempt.run().equals(run) && attempt.vertex() == vertex)
                .filter(attempt -> attempt.subtask() == subtask)
                .map(Attempt::number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What began there. */
    boolean ran(Member taskManager, Attempt attempt) {
        return places.get(attempt) == taskManager;
    }

    /** What began there and ended with the process. */
    boolean cutOff(Member taskManager, Attempt attempt) {
        return ran(taskManager, attempt) && !ENDS.contains(steps.get(attempt));
    }
}
