package io.github.foggara.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The code keeps every rule, and every rule catches the class that was written to break it. */
class ArchitectureTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/itests/"))
            .importPackages("io.github.foggara");
    private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(Area.FIXTURES);

    static Stream<Rule> rules() {
        return Rules.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theCodeKeeps(Rule rule) {
        rule.rule().allowEmptyShould(true).check(CODE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theRuleCatchesItsFixture(Rule rule) {
        assertThat(rule.rule().evaluate(FIXTURES).getFailureReport().getDetails())
                .anyMatch(detail -> detail.contains("." + rule.fixture() + "."));
    }

    @Test
    void allBundlesAreLookedAt() {
        List<String> areas = CODE.stream()
                .map(JavaClass::getPackageName)
                .map(name -> name.split("\\.")[3])
                .distinct()
                .sorted()
                .toList();

        assertThat(areas)
                .containsExactly(
                        "api",
                        "checkpoint",
                        "connector",
                        "examples",
                        "kernel",
                        "launcher",
                        "recovery",
                        "rpc",
                        "shell",
                        "shuffle",
                        "sorter",
                        "state",
                        "streams",
                        "testkit",
                        "window");
    }

    /** Byte code does not show a synchronized block to ArchUnit, so the sources are read. */
    @Test
    void noSynchronizedBlockInAJobMaster() throws IOException {
        Path sources = Sources.root().resolve("bundles/kernel/src/main/java/io/github/foggara/kernel/jobmaster");
        assertThat(synchronizedIn(sources)).isEmpty();

        Path fixtures = Sources.root()
                .resolve("distribution/itests/src/test/java/io/github/foggara/itests/fixture/kernel/jobmaster");
        assertThat(synchronizedIn(fixtures)).containsExactly("JobMasterLocks.java");
    }

    private static List<String> synchronizedIn(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> Sources.code(file).contains("synchronized ("))
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
