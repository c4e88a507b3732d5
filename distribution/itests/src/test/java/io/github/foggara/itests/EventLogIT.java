package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Charges;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the event logs of jobs are good for: a container is killed, and the next one goes on where it stood. */
class EventLogIT {
    private final Path work = Distribution.workDirectory("EventLogIT");
    private final Path events = work.resolve("data/events");
    private final Script foggara = new Script(work);
    private final Member container = new Member("embedded", work, foggara);

    @AfterEach
    void stop() {
        container.stop();
    }

    @Test
    void aKilledContainerGoesOnFromTheLogsItLeft() throws IOException {
        container.started(container.start());
        configureTwins("half");
        configureTwins("damaged");
        submit("forgotten");
        String damaged = id(awaitInfo("damaged", "incident 1  "));
        String half = awaitInfo("half", "(?m)^.*left\\S*( .*)? +1 +0 +1 [^\\n]*\\n.* +1 +0 +1 ");
        assertThat(half).contains("incident 1  ");
        assertThat(logs()).hasSize(3);

        container.kill();
        flipABitAmongTheEventsOf(damaged);
        // A process that runs it again would wait here: nothing is left to burn.
        Files.delete(work.resolve("half.fuse"));
        container.started(container.start());

        String again = awaitInfo("half", "(?m)^attempts  .*right.* 1, .* 1$");
        assertThat(id(again)).isEqualTo(id(half));
        assertThat(again)
                .as("only the right pipeline runs again")
                .containsPattern("(?m)^attempts  .*left.* 1, .* 1, .*right.* 1, .* 1$")
                .contains("state     RUNNING", incident(half));
        String told = Eventually.get(
                "the damage is told",
                () -> foggara.status().out(),
                status -> status.contains("what it held is forgotten"));
        assertThat(told).contains(events.resolve(damaged + ".bad-1").toString());
        assertThat(id(awaitState("damaged", "RUNNING"))).isEqualTo(damaged);
        assertThat(logs()).as("that of the submitted run is gone").hasSize(2);

        open("half.gate", "damaged.gate");
        assertThat(awaitState("half", "FINISHED")).contains(incident(half));
        awaitState("damaged", "FINISHED");
        for (String output : List.of("half.left", "half.right", "damaged.left", "damaged.right")) {
            assertThat(WordTexts.output(work.resolve(output))).as(output).isEqualTo(Inside.residues(1000));
        }
        Eventually.isTrue("no log is left", () -> logs().isEmpty());
        assertThat(events.resolve(damaged + ".bad-1")).isNotEmptyDirectory();
    }

    /** Its place is taken by a file: unlike missing permissions that stops a privileged user as well. */
    @Test
    void withoutAPlaceForItsLogAJobWaitsAndNoLogOutlivesItsRun() throws IOException {
        Files.createDirectories(events.getParent());
        Files.createFile(events);
        container.started(container.start());
        configure("waiting", "gated", "gate", "output");
        assertThat(awaitInfo("waiting", "The event log of the run cannot be opened"))
                .contains("state     SUSPENDED", events.toString(), "It is tried again");
        Files.delete(events);
        awaitState("waiting", "RUNNING");
        configure("stopped", "gated", "gate", "output");
        configure("bug", "broken", "output");
        awaitState("stopped", "RUNNING");
        awaitState("bug", "FAILED");
        foggara.shell("job:cancel stopped");
        awaitState("stopped", "CANCELED");
        open("waiting.gate");
        awaitState("waiting", "FINISHED");
        assertThat(WordTexts.output(work.resolve("waiting.output"))).isEqualTo(Inside.residues(1000));
        Eventually.isTrue("no log is left", () -> logs().isEmpty());
        assertThat(events).isEmptyDirectory();
    }

    /** The left pipeline fails once and ends; the right one waits. */
    private void configureTwins(String job) throws IOException {
        Charges fuse = new Charges(work.resolve(job + ".fuse"));
        fuse.load(1);
        configure(job, "twins", "fuse", "gate", "left", "right");
        Eventually.isTrue("the left pipeline failed", fuse::burnt);
        fuse.clear();
    }

    /** The arguments are files that are named after them. */
    private void configure(String job, String program, String... files) throws IOException {
        StringBuilder text = new StringBuilder("program = " + program + "\nparallelism = 1\n"
                + "job-event.store.write-buffer.flush-interval = 1 ms\njob-event.store.retry-interval = 100 ms\n"
                + "restart-strategy.type = fixed-delay\nrestart-strategy.fixed-delay.attempts = 2\n"
                + "restart-strategy.fixed-delay.delay = 10 ms\n");
        for (String file : files) {
            text.append("arg." + file + " = " + work.resolve(job + "." + file) + "\n");
        }
        Path next = Files.writeString(work.resolve("new.cfg"), text);
        Files.move(next, work.resolve("conf/foggara.job-" + job + ".cfg"), StandardCopyOption.ATOMIC_MOVE);
    }

    private void submit(String job) {
        Script.Result submit = foggara.shell("job:submit gated --name " + job + " --gate " + work.resolve(job + ".gate")
                + " --output " + work.resolve(job + ".output"));
        assertThat(submit.code()).as(submit.out() + submit.err()).isZero();
        awaitState(job, "RUNNING");
    }

    private void open(String... gates) throws IOException {
        for (String gate : gates) {
            Files.createFile(work.resolve(gate));
        }
    }

    /** Names of the logs that are not put aside. */
    private List<String> logs() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> all = Files.list(events)) {
            all.map(path -> path.getFileName().toString())
                    .filter(name -> !name.contains(".bad-"))
                    .forEach(names::add);
        }
        return names;
    }

    /** With sound events behind it: at the end it would be taken for a write that the kill has cut off. */
    private void flipABitAmongTheEventsOf(String run) throws IOException {
        try (Stream<Path> files = Files.list(events.resolve(run))) {
            Path file = files.findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            assertThat(bytes).hasSizeGreaterThan(500);
            bytes[150] ^= 4;
            Files.write(file, bytes);
        }
    }

    private static String id(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run "))
                .map(line -> line.substring(4).strip().split(" ")[0])
                .findFirst()
                .orElseThrow();
    }

    private static String incident(String info) {
        return info.substring(info.indexOf("incident 1  ")).strip();
    }

    private String awaitState(String job, String state) {
        return awaitInfo(job, "(?m)^state     " + state + "$");
    }

    private String awaitInfo(String job, String pattern) {
        return Eventually.get(
                job + " shows " + pattern,
                () -> foggara.shell("job:info " + job).out(),
                info -> Pattern.compile(pattern).matcher(info).find());
    }
}
