package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Charges;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a user is told of failures, by the shell of a container in a process of its own. */
class FailuresIT {
    private static final Pattern INCIDENT = Pattern.compile("(?m)^incident (\\d+)  ");
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}";

    private final Path work = Distribution.workDirectory("FailuresIT");
    private final Script foggara = new Script(work);

    @AfterEach
    void stop() {
        foggara.stop();
    }

    @Test
    void everyFailureIsToldWithItsDecisionAndABrokenJobIsNobodyElsesConcern() throws IOException {
        foggara.awaitReady(foggara.start("start", "--foreground"));
        configure("loop", "broken", "1000000", "1 ms", "output");
        Eventually.get("the broken job restarts again and again", () -> incidents("loop"), number -> number > 30);

        new Charges(work.resolve("flaky.fuse")).load(2);
        Files.createFile(work.resolve("flaky.gate"));
        configure("flaky", "twins", "2", "20 ms", "fuse", "gate", "left", "right");
        Eventually.isTrue("it failed twice", new Charges(work.resolve("flaky.fuse"))::burnt);
        new Charges(work.resolve("flaky.fuse")).clear();
        configure("bug", "broken", "3", "20 ms", "output");

        String flaky = awaitState("flaky", "FINISHED");
        assertThat(flaky)
                .containsPattern("(?m)^attempts  .*left.* 2, .* 2, .*right.* 0, .* 0$")
                .containsPattern(
                        "(?m)^incident 1  region \\(io\\.github\\.foggara\\.recovery\\.failover 0\\.1\\.0\\S*\\) restarts"
                                + " .*left.* \\(1\\), .* \\(1\\) after 20 ms\\n  " + TIME
                                + "  .*left.*, subtask 1, attempt 0 \\(user code\\): java\\.lang\\.IllegalStateException:"
                                + " the fuse flaky\\.fuse has blown$")
                .containsPattern("(?m)^incident 2  region .*\\n.*, attempt 1 \\(user code\\)")
                .doesNotContain("incident 3");
        for (String output : List.of("flaky.left", "flaky.right")) {
            assertThat(WordTexts.output(work.resolve(output))).isEqualTo(Inside.residues(1000));
        }

        String bug = awaitState("bug", "FAILED");
        assertThat(bug)
                .containsPattern("(?m)^cause     Job 'bug' failed in vertex '.*refuse.*', subtask 1 of 1, operator"
                        + " 'refuse':\\n +java\\.lang\\.IllegalArgumentException: no number is accepted\\n")
                .containsPattern("\\n +gave up after 3 restarts \\(restart-strategy\\.fixed-delay\\.attempts=3\\)\\n")
                .contains("incident 4  not restarted: gave up after 3 restarts")
                .doesNotContain("incident 5");
        assertThat(work.resolve("bug.output")).doesNotExist();

        long before = incidents("loop");
        Eventually.get("the broken job goes on", () -> incidents("loop"), number -> number > before);
        assertThat(foggara.shell("job:cancel loop").code()).isZero();
        awaitState("loop", "CANCELED");
    }

    /** The arguments are files that are named after them. */
    private void configure(String job, String program, String attempts, String delay, String... files)
            throws IOException {
        StringBuilder text = new StringBuilder("program = " + program + "\nrestart-strategy.type = fixed-delay\n"
                + "restart-strategy.fixed-delay.attempts = " + attempts + "\nrestart-strategy.fixed-delay.delay = "
                + delay + "\n");
        for (String file : files) {
            text.append("arg." + file + " = " + work.resolve(job + "." + file) + "\n");
        }
        Path next = Files.writeString(work.resolve("new.cfg"), text);
        Files.move(next, work.resolve("conf/foggara.job-" + job + ".cfg"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The number of the newest incident. */
    private long incidents(String job) {
        Matcher matcher = INCIDENT.matcher(foggara.shell("job:info " + job).out());
        long newest = 0;
        while (matcher.find()) {
            newest = Long.parseLong(matcher.group(1));
        }
        return newest;
    }

    private String awaitState(String job, String state) {
        return Eventually.get(
                job + " is " + state,
                () -> foggara.shell("job:info " + job).out(),
                info -> info.contains("state     " + state));
    }
}
