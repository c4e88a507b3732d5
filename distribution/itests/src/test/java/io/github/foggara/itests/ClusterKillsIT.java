package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Attempts;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Orders;
import io.github.foggara.itests.container.Rows;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.TaskLog;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Processes of a cluster that are killed at random moments, and started again on what they left, while four jobs run there: one counts words, one
 * reports on a CSV file, one commits ids in two phases, one has many regions. Whatever is killed, each output is exact, and only those subtasks have begun
 * anew that the failover strategy named, or that a new life of the JobMaster had to begin anew. Before that the same jobs run undisturbed.
 * {@code -Dfoggara.kills=N} has more rounds than the build, {@code -Dseed=N} repeats victims and moments.
 */
class ClusterKillsIT {
    /** What is killed in a round. */
    private enum Victim {
        NOBODY,
        TASK_MANAGER,
        JOB_MASTER,
        /** The JobMaster while it has to do with the loss of a TaskManager. */
        BOTH
    }

    /**
     * What was killed in a round.
     *
     * @param taskManager null for none
     * @param before of the job of many regions, when the JobMaster was killed; null if it was not
     */
    private record Killed(Member taskManager, String before) {}

    private static final int ROUNDS = Integer.getInteger("foggara.kills", 3);
    /** From so many on, most jobs are met in some round, whatever the moments. */
    private static final int MANY_ROUNDS = 10;

    private static final List<String> JOBS = List.of("words", "orders", "ids", "numbers");

    private static final int PARALLELISM = 4;
    private static final int WORDS = 600_000;
    private static final int ORDERS = 200_000;
    private static final int IDS = 20_000;
    private static final int NUMBERS = 5_000;
    /** From the configuration of the jobs on; they begin, run, commit and end in that time. */
    private static final int MOMENTS_MILLIS = 3_500;

    private static final int NEXT_MOMENTS_MILLIS = 1_500;
    private static final Path WORK = Distribution.workDirectory("ClusterKillsIT");
    private static final int PORT = Member.freePort();
    private static final int RPC_PORT = Member.freePort();
    private static final Member JOB_MASTER = member("jobmaster", "jobmaster");
    /** Killed more often than the others; comes back at the same ports. */
    private static final Member FIXED = member(
            "taskmanager",
            "fixed",
            "taskmanager.rpc.port = " + RPC_PORT,
            "taskmanager.data.port = " + Member.freePort());

    private static final List<Member> TASK_MANAGERS =
            List.of(FIXED, member("taskmanager", "two"), member("taskmanager", "three"));

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Victim> next = new ArrayList<>();
    private final Map<Victim, Integer> killed = new EnumMap<>(Victim.class);
    private final Path text = WordTexts.write(WORK.resolve("text.txt"), 7, WORDS);
    private final Path orders = Orders.write(WORK.resolve("orders.csv"), ORDERS);
    private final Map<String, Long> words = WordTexts.expected(text);
    private int losses;
    private int running;
    private int incidents;
    private int partial;
    private int kept;

    private static Member member(String role, String name, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "cluster.id = kills",
                "jobmanager.rpc.port = " + PORT,
                "security.secret-file = " + WORK.resolve("secret"),
                "taskmanager.registration-grace = 1 s",
                "taskmanager.numberOfTaskSlots = 6"));
        lines.addAll(List.of(more));
        return new Member(role, WORK.resolve(name)).debug(TaskLog.LOGGER).configure("foggara.cluster.cfg", lines);
    }

    @BeforeAll
    static void start() {
        Member.startAll(all());
        JOB_MASTER.await("cluster:info", "slots     18, 18 free");
    }

    @AfterAll
    static void stop() {
        Member.stopAll(all());
    }

    private static List<Member> all() {
        List<Member> all = new ArrayList<>(TASK_MANAGERS);
        all.add(JOB_MASTER);
        return all;
    }

    @Test
    void everyOutputIsExactWhoeverIsKilledWhenever() throws Exception {
        System.err.println("ClusterKillsIT: " + ROUNDS + " rounds, -Dseed=" + seed);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            round(timer, 0, Victim.NOBODY);
            for (int round = 1; round <= ROUNDS; round++) {
                round(timer, round, victim());
            }
        } finally {
            timer.shutdownNow();
        }
        System.err.println("ClusterKillsIT: killed " + killed + "; " + running + " of " + JOBS.size() * ROUNDS
                + " jobs had begun and not ended when the first was killed, " + incidents
                + " restarts by the strategy, "
                + partial + " of them of a part of a pipeline, and " + kept
                + " times a new JobMaster kept the pipeline that had ended");
        assertThat(running)
                .as("jobs that a kill has met, of " + ROUNDS + " rounds, seed " + seed + "; else this proves nothing")
                .isGreaterThanOrEqualTo(ROUNDS < MANY_ROUNDS ? 1 : ROUNDS);
        if (ROUNDS >= MANY_ROUNDS) {
            assertThat(List.of(partial, kept))
                    .as("restarts of a part, and pipelines kept, seed " + seed)
                    .allMatch(count -> count > 0);
        }
    }

    private void round(ScheduledExecutorService timer, int round, Victim victim) throws Exception {
        String suffix = "-" + round;
        String what = victim + " in round " + round + ", seed " + seed;
        Path slow = WORK.resolve("slow" + suffix);
        Path gate = WORK.resolve("gate" + suffix);
        if (victim != Victim.NOBODY) {
            Files.createFile(slow);
        }
        begin(suffix, slow, gate);
        Killed lost = kill(timer, victim, suffix, round == ROUNDS && running == 0);
        Files.deleteIfExists(slow);
        Files.createFile(gate);
        Map<String, String> infos = new LinkedHashMap<>();
        for (String job : JOBS) {
            infos.put(job, JOB_MASTER.await("job:info " + job + suffix, "state     FINISHED"));
        }
        assertExact(what, suffix);
        assertAttempts(what, infos, lost);
        forget(suffix);
        System.err.println("ClusterKillsIT: exact after the kill of " + what);
    }

    private void begin(String suffix, Path slow, Path gate) {
        configure("words" + suffix, "program = word-count", output("output", "words" + suffix), "arg.input = " + text);
        configure(
                "orders" + suffix,
                "program = csv-report",
                output("output", "orders" + suffix),
                "arg.input = " + orders);
        configure(
                "ids" + suffix,
                "program = ids",
                "execution.runtime-mode = STREAMING",
                "execution.checkpointing.interval = 200 ms",
                output("output", "ids" + suffix),
                "arg.count = " + IDS,
                "arg.slow = " + slow);
        configure(
                "numbers" + suffix,
                "program = early-late",
                output("early", "early" + suffix),
                output("late", "late" + suffix),
                "arg.count = " + NUMBERS,
                "arg.gate = " + gate);
    }

    private void assertExact(String what, String suffix) {
        assertThat(WordTexts.output(WORK.resolve("words" + suffix + ".out")))
                .as(what)
                .isEqualTo(words);
        assertThat(rows("orders" + suffix)).as(what).containsExactlyInAnyOrderElementsOf(Orders.expected(ORDERS));
        Rows.assertIds(what, rows("ids" + suffix), IDS);
        Rows.assertResidues(what + ", early", rows("early" + suffix), NUMBERS);
        Rows.assertResidues(what + ", late", rows("late" + suffix), NUMBERS);
    }

    private static List<String> rows(String output) {
        return Rows.of(WORK.resolve(output + ".out"));
    }

    private void assertAttempts(String what, Map<String, String> infos, Killed lost) {
        TaskLog log = new TaskLog(TASK_MANAGERS);
        Set<Member> used = new TreeSet<>((one, other) -> one.work().compareTo(other.work()));
        infos.forEach((job, info) -> {
            boolean many = job.equals("numbers");
            Attempts attempts =
                    new Attempts(what, info, log, many ? ClusterKillsIT::region : (vertex, subtask) -> "all");
            incidents += attempts.incidents();
            used.addAll(log.taskManagers(attempts.run()));
            Map<String, Integer> undecided = attempts.undecided();
            if (lost.before == null) {
                assertThat(undecided.values()).as("%s: %s", what, undecided).containsOnly(0);
            } else if (many) {
                assertBegunAnew(what, lost.before, undecided);
            } else {
                assertThat(undecided.get("all")).as(what).isBetween(0, 1);
            }
            if (lost.before == null && lost.taskManager == null) {
                assertThat(attempts.incidents()).as(what).isZero();
            } else if (lost.before == null) {
                attempts.assertLossOf(lost.taskManager);
            }
            if (many) {
                countPartial(attempts.restarted());
            }
        });
        if (lost.taskManager == null && lost.before == null) {
            assertThat(used).as("who has run tasks").hasSize(TASK_MANAGERS.size());
        }
    }

    /** Without an exchange each subtask of a pipeline is a region. */
    private static String region(String vertex, int subtask) {
        return vertex.substring(0, vertex.indexOf(' ')) + " " + subtask;
    }

    private void countPartial(Set<String> restarted) {
        for (String pipeline : List.of("early", "late")) {
            long regions = restarted.stream()
                    .filter(region -> region.startsWith(pipeline))
                    .count();
            partial += regions > 0 && regions < PARALLELISM ? 1 : 0;
        }
    }

    /**
     * A new JobMaster begins a pipeline anew as a whole, because its source begins anew, and leaves it alone if it had ended as a whole: the late one had
     * not.
     *
     * @param before what the killed one told of the job
     */
    private void assertBegunAnew(String what, String before, Map<String, Integer> undecided) {
        Set<Integer> early = new TreeSet<>();
        Set<Integer> late = new TreeSet<>();
        undecided.forEach((region, count) -> (region.startsWith("early") ? early : late).add(count));
        assertThat(List.of(early, late))
                .as("%s: %s; before: %s", what, undecided, before)
                .allSatisfy(pipeline -> assertThat(pipeline).hasSize(1).isSubsetOf(0, 1));
        if (before.matches("(?s).*\\Rlate residues +" + PARALLELISM + " +[1-9] .*")) {
            assertThat(late).as("%s: %s; before: %s", what, undecided, before).containsExactly(1);
        }
        kept += late.contains(1) && early.contains(0) ? 1 : 0;
    }

    /** Each kind as often as the others. */
    private Victim victim() {
        if (next.isEmpty()) {
            next.addAll(List.of(Victim.TASK_MANAGER, Victim.JOB_MASTER, Victim.BOTH));
            Collections.shuffle(next, random);
        }
        Victim victim = next.remove(0);
        killed.merge(victim, 1, Integer::sum);
        return victim;
    }

    /**
     * Returns when all are up again.
     *
     * @param only when a job runs: no kill has met one so far
     */
    private Killed kill(ScheduledExecutorService timer, Victim victim, String suffix, boolean only) throws Exception {
        if (victim == Victim.NOBODY) {
            return new Killed(null, null);
        }
        pause(timer, MOMENTS_MILLIS);
        if (only) {
            JOB_MASTER.await("job:list", "RUNNING");
        }
        running += (int) JOB_MASTER
                .shell("job:list")
                .lines()
                .filter(line -> line.matches("\\S+ +(RUNNING|RESTARTING|COMMITTING).*"))
                .count();
        Member taskManager = victim == Victim.JOB_MASTER ? null : taskManager();
        String before = null;
        Script.Started again = null;
        if (taskManager != null) {
            taskManager.kill();
            again = taskManager.start();
        }
        if (victim == Victim.BOTH) {
            pause(timer, NEXT_MOMENTS_MILLIS);
        }
        if (victim != Victim.TASK_MANAGER) {
            before = JOB_MASTER.shell("job:info numbers" + suffix);
            JOB_MASTER.kill();
            JOB_MASTER.started(JOB_MASTER.start());
        }
        if (taskManager != null) {
            taskManager.started(again);
        }
        if (taskManager == FIXED) {
            FIXED.await("cluster:info", "listens   at 127.0.0.1:" + RPC_PORT);
        }
        return new Killed(taskManager, before);
    }

    /** First the one with fixed ports, and then every other time. */
    private Member taskManager() {
        int choice = losses++ % 2 == 0 ? 0 : random.nextInt(TASK_MANAGERS.size());
        return TASK_MANAGERS.get(choice);
    }

    private void pause(ScheduledExecutorService timer, int most) throws Exception {
        timer.schedule(() -> {}, random.nextInt(most), TimeUnit.MILLISECONDS).get();
    }

    private static String output(String argument, String name) {
        return "arg." + argument + " = " + WORK.resolve(name + ".out");
    }

    private static void configure(String job, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("parallelism = " + PARALLELISM);
        all.add("job.removal-grace = 100 ms");
        all.add("restart-strategy.type = fixed-delay");
        all.add("restart-strategy.fixed-delay.delay = 100 ms");
        all.add("restart-strategy.fixed-delay.attempts = 100");
        JOB_MASTER.configure("foggara.job-" + job + ".cfg", all);
    }

    private static void forget(String suffix) throws IOException {
        for (String job : JOBS) {
            Files.delete(JOB_MASTER.work().resolve("conf/foggara.job-" + job + suffix + ".cfg"));
        }
        for (String output : List.of("words", "orders", "ids", "early", "late")) {
            Directories.delete(WORK.resolve(output + suffix + ".out"));
        }
        Eventually.isTrue(
                "the jobs are forgotten", () -> !JOB_MASTER.shell("job:list").contains(suffix + " "));
    }
}
