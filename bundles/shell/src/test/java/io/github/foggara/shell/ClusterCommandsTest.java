package io.github.foggara.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.foggara.api.client.ClusterInfo;
import io.github.foggara.api.client.TaskManagerInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterCommandsTest {
    private static ClusterCommands of(ClusterInfo info) {
        return new ClusterCommands(() -> info);
    }

    @Test
    void aJobMasterShowsItsTaskManagersAndTheirSlots() {
        ClusterCommands commands = of(new ClusterInfo(
                "jobmaster",
                "c",
                "127.0.0.1:6123",
                "",
                0,
                List.of(
                        new TaskManagerInfo("ab", "127.0.0.1:6130", 4, 1, "CONNECTED"),
                        new TaskManagerInfo("cd", "127.0.0.1", 10, 10, "AWAY"))));
        assertThat(commands.taskManagers())
                .isEqualTo("TASKMANAGER  ADDRESS         SLOTS  FREE  STATE\n"
                        + "ab           127.0.0.1:6130      4     1  CONNECTED\n"
                        + "cd           127.0.0.1          10    10  AWAY");
        assertThat(commands.info())
                .startsWith("role      jobmaster\ncluster   c\nlistens   at 127.0.0.1:6123\nslots     14, 11 free\n\n")
                .endsWith(commands.taskManagers());
    }

    @Test
    void aJobMasterAloneSaysSo() {
        ClusterCommands commands = of(new ClusterInfo("jobmaster", "c", "", "", 0, List.of()));
        assertThat(commands.info()).contains("listens   not", "slots     0, 0 free", "No TaskManager is registered.");
    }

    @Test
    void aTaskManagerShowsItsLinkAndHasNoTaskManagers() {
        ClusterCommands commands = of(new ClusterInfo(
                "taskmanager", "c", "127.0.0.1:7", "JobMaster at 127.0.0.1:6123: SEEKING", 0, List.of()));
        assertThat(commands.info())
                .isEqualTo("role      taskmanager\ncluster   c\nlistens   at 127.0.0.1:7\n"
                        + "link      JobMaster at 127.0.0.1:6123: SEEKING");
        assertThatIllegalStateException()
                .isThrownBy(commands::taskManagers)
                .withMessageContaining("a TaskManager. JobMaster at 127.0.0.1:6123");
    }

    /** Nobody needs a zero: it stands in every cluster that is well. */
    @Test
    void whatCameTooLateIsShownIfThereIsAny() {
        ClusterCommands late = of(new ClusterInfo("taskmanager", "c", "127.0.0.1:7", "JobMaster", 3, List.of()));
        assertThat(late.info()).endsWith("\nlink      JobMaster\nstale     3 dropped");
        ClusterCommands well = of(new ClusterInfo("taskmanager", "c", "127.0.0.1:7", "JobMaster", 0, List.of()));
        assertThat(well.info()).doesNotContain("stale");
    }

    @Test
    void anEmbeddedContainerIsInNoCluster() {
        ClusterCommands commands = of(new ClusterInfo("embedded", "", "", "", 0, List.of()));
        assertThat(commands.info()).isEqualTo("role      embedded");
        assertThatIllegalStateException()
                .isThrownBy(commands::taskManagers)
                .withMessageContaining("runs all tasks itself");
    }
}
