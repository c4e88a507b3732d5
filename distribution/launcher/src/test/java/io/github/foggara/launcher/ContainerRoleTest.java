package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerRoleTest {
    @TempDir
    Path root;

    private Layout layout;

    @BeforeEach
    void layout() throws IOException {
        layout = new Layout(
                root,
                Files.createDirectory(root.resolve("conf")),
                root,
                root,
                Files.createDirectory(root.resolve("data")),
                root);
    }

    private ContainerRole role() throws LauncherException {
        return ContainerRole.of(Optional.empty(), layout);
    }

    private void configure(String text) throws IOException {
        Files.writeString(layout.conf().resolve("foggara.cluster.cfg"), text);
    }

    @Test
    void withoutAnythingItIsEmbedded() throws Exception {
        assertThat(role()).isEqualTo(ContainerRole.EMBEDDED);
        ContainerRole.EMBEDDED.remember(layout);
        assertThat(layout.data()).isEmptyDirectory();
    }

    @Test
    void theArgumentCountsMoreThanTheFileAndTheFileMoreThanTheLastStart() throws Exception {
        ContainerRole.JOBMASTER.remember(layout);
        assertThat(role()).isEqualTo(ContainerRole.JOBMASTER);
        configure("#role = embedded\ncluster.id = c\n");
        assertThat(role()).isEqualTo(ContainerRole.JOBMASTER);
        configure("role = TaskManager\n");
        assertThat(role()).isEqualTo(ContainerRole.TASKMANAGER);
        assertThat(ContainerRole.of(Optional.of(ContainerRole.EMBEDDED), layout))
                .isEqualTo(ContainerRole.EMBEDDED);
        ContainerRole.EMBEDDED.remember(layout);
        configure("");
        assertThat(role()).isEqualTo(ContainerRole.EMBEDDED);
    }

    @Test
    void anUnknownRoleIsRefusedNamingThoseThatThereAre() throws Exception {
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(() -> ContainerRole.ofArgument("master"))
                .withMessage("there is no role 'master'. Roles are embedded, jobmaster, taskmanager.")
                .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE));
        configure("role = worker\n");
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(this::role)
                .withMessageContaining("foggara.cluster.cfg says role = worker");
    }

    /** Java's rules for such files, and those of the container, are not the same. */
    @Test
    void aRoleThatMayBeReadInMoreThanOneWayIsRefused() throws Exception {
        List<String> unclear = List.of(
                "role = \"jobmaster\"\n",
                "role = ${some.variable}\n",
                "role: jobmaster\n",
                "role jobmaster\n",
                "r\\u006fle = jobmaster\n",
                "role = job\\\nmaster\n",
                "role = jobmaster\nrole = taskmanager\n",
                "cluster.id = c\\\nrole = jobmaster\n",
                "<properties><entry key=\"role\">jobmaster</entry></properties>",
                "role =\n");
        for (String text : unclear) {
            configure(text);
            assertThatExceptionOfType(LauncherException.class)
                    .as(text)
                    .isThrownBy(this::role)
                    .withMessageContaining("foggara.cluster.cfg gives the key 'role'")
                    .withMessageContaining("role = jobmaster");
        }
        configure("\t role=JobMaster  \n");
        assertThat(role()).isEqualTo(ContainerRole.JOBMASTER);
    }
}
