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
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Processes of a cluster that are killed at random moments, and started again on what they left, while three jobs run there: one counts words, one
 * reports on a CSV file, one commits ids in two phases. Whatever is killed, each output is exact, and only those tasks have begun anew that the failover
 * strategy named, or that a new life of the JobMaster had to begin anew. {@code -Dfoggara.kills=N} has more rounds than the build, {@code -Dseed=N}
 * repeats victims and moments.
 */
class ClusterKillsIT {
    /** What is killed in a round. */
    private enum Victim {
        TASK_MANAGER,
        JOB_MASTER,
        /** The JobMaster while it has to do with the loss of a TaskManager. */
        BOTH
    }

    private static final int ROUNDS = Integer.getInteger("foggara.kills", 3);
    /** From so many on, most jobs are met in some round, whatever the moments. */
    private static final int MANY_ROUNDS = 10;

    private static final int PARALLELISM = 4;
    private static final int WORDS = 600_000;
    private static final int ORDERS = 200_000;
    private static final int IDS = 20_000;
    /** From the configuration of the jobs on; they begin, run, commit and end in that time. */
    private static final int MOMENTS_MILLIS = 3_500;

    private static final int NEXT_MOMENTS_MILLIS = 1_500;
    private static final Path WORK = Distribution.workDirectory("ClusterKillsIT");
    private static final int PORT = Member.freePort();
    private static final Member JOB_MASTER = member("jobmaster", "jobmaster");
    private static final List<Member> TASK_MANAGERS =
            List.of(member("taskmanager", "one"), member("taskmanager", "two"));

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Victim> next = new ArrayList<>();
    private final Map<Victim, Integer> killed = new EnumMap<>(Victim.class);
    private final Path text = WordTexts.write(WORK.resolve("text.txt"), 7, WORDS);
    private final Path orders = Orders.write(WORK.resolve("orders.csv"), ORDERS);
    private final Map<String, Long> words = WordTexts.expected(text);
    private int running;
    private int incidents;

    private static Member member(String role, String name) {
        return new Member(role, WORK.resolve(name))
                .configure(
                        "foggara.cluster.cfg",
                        List.of(
                                "cluster.id = kills",
                                "jobmanager.rpc.port = " + PORT,
                                "security.secret-file = " + WORK.resolve("secret"),
                                "taskmanager.registration-grace = 1 s",
                                "taskmanager.numberOfTaskSlots = 6"));
    }

    @BeforeAll
    static void start() {
        Member.startAll(all());
        JOB_MASTER.await("cluster:info", "slots     12, 12 free");
    }

    @AfterAll
    static void stop() {
        Member.stopAll(all());
    }

    private static List<Member> all() {
        return List.of(JOB_MASTER, TASK_MANAGERS.get(0), TASK_MANAGERS.get(1));
    }

    @Test
    void everyOutputIsExactWhoeverIsKilledWhenever() throws Exception {
        System.err.println("ClusterKillsIT: " + ROUNDS + " rounds, -Dseed=" + seed);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                round(timer, round);
            }
        } finally {
            timer.shutdownNow();
        }
        System.err.println("ClusterKillsIT: killed " + killed + "; " + running + " of " + 3 * ROUNDS
                + " jobs had begun and not ended when the first was killed, " + incidents
                + " restarts by the strategy");
        assertThat(running)
                .as("jobs that a kill has met, of " + ROUNDS + " rounds, seed " + seed + "; else this proves nothing")
                .isGreaterThanOrEqualTo(ROUNDS < MANY_ROUNDS ? 1 : ROUNDS);
    }

    private void round(ScheduledExecutorService timer, int round) throws Exception {
        Victim victim = victim();
        String jobs = "-" + round;
        Path slow = Files.createFile(WORK.resolve("slow" + jobs));
        configure("words" + jobs, "program = word-count", "arg.input = " + text);
        configure("orders" + jobs, "program = csv-report", "arg.input = " + orders);
        configure(
                "ids" + jobs,
                "program = ids",
                "execution.runtime-mode = STREAMING",
                "execution.checkpointing.interval = 200 ms",
                "arg.count = " + IDS,
                "arg.slow = " + slow);
        kill(timer, victim, round == ROUNDS - 1 && running == 0);
        Files.delete(slow);
        String what = victim + " in round " + round + ", seed " + seed;
        finished("words" + jobs, victim, what);
        assertThat(WordTexts.output(WORK.resolve("words" + jobs + ".out")))
                .as(what)
                .isEqualTo(words);
        finished("orders" + jobs, victim, what);
        assertThat(Rows.of(WORK.resolve("orders" + jobs + ".out")))
                .as(what)
                .containsExactlyInAnyOrderElementsOf(Orders.expected(ORDERS));
        finished("ids" + jobs, victim, what);
        Rows.assertIds(what, Rows.of(WORK.resolve("ids" + jobs + ".out")), IDS);
        forget(jobs);
        System.err.println("ClusterKillsIT: exact after the kill of " + what);
    }

    /** Each kind as often as the others. */
    private Victim victim() {
        if (next.isEmpty()) {
            next.addAll(List.of(Victim.values()));
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
    private void kill(ScheduledExecutorService timer, Victim victim, boolean only) throws Exception {
        Member taskManager = TASK_MANAGERS.get(random.nextInt(TASK_MANAGERS.size()));
        pause(timer, MOMENTS_MILLIS);
        if (only) {
            JOB_MASTER.await("job:list", "RUNNING");
        }
        running += (int) JOB_MASTER
                .shell("job:list")
                .lines()
                .filter(line -> line.matches("\\S+ +(RUNNING|RESTARTING|COMMITTING).*"))
                .count();
        Script.Started again = null;
        if (victim != Victim.JOB_MASTER) {
            taskManager.kill();
            again = taskManager.start();
        }
        if (victim == Victim.BOTH) {
            pause(timer, NEXT_MOMENTS_MILLIS);
        }
        if (victim != Victim.TASK_MANAGER) {
            JOB_MASTER.kill();
            JOB_MASTER.started(JOB_MASTER.start());
        }
        if (again != null) {
            taskManager.started(again);
        }
    }

    private void pause(ScheduledExecutorService timer, int most) throws Exception {
        timer.schedule(() -> {}, random.nextInt(most), TimeUnit.MILLISECONDS).get();
    }

    private static void configure(String job, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("parallelism = " + PARALLELISM);
        all.add("arg.output = " + WORK.resolve(job + ".out"));
        all.add("job.removal-grace = 100 ms");
        all.add("restart-strategy.type = fixed-delay");
        all.add("restart-strategy.fixed-delay.delay = 100 ms");
        all.add("restart-strategy.fixed-delay.attempts = 100");
        JOB_MASTER.configure("foggara.job-" + job + ".cfg", all);
    }

    private void finished(String job, Victim victim, String what) {
        String info = JOB_MASTER.await("job:info " + job, "state     FINISHED");
        Attempts attempts = new Attempts(info);
        attempts.assertAsDecided(what, victim == Victim.TASK_MANAGER ? 0 : 1);
        incidents += attempts.incidents();
    }

    private static void forget(String jobs) throws IOException {
        for (String job : List.of("words", "orders", "ids")) {
            Files.delete(JOB_MASTER.work().resolve("conf/foggara.job-" + job + jobs + ".cfg"));
            Directories.delete(WORK.resolve(job + jobs + ".out"));
        }
        Eventually.isTrue(
                "the jobs are forgotten", () -> !JOB_MASTER.shell("job:list").contains(jobs + " "));
    }
}
