package io.github.foggara.itests;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.security.TlsFiles;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.Leaks;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import io.github.foggara.testkit.security.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Processes of a cluster that know each other by certificates, and those that do not belong to it. The tests build on each other. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterSecurityIT {
    private static final String CLUSTER = "foggara.cluster.cfg";
    private static final String OTHER_VERSION = "9.9.9";
    private static final Path WORK = Distribution.workDirectory("ClusterSecurityIT");
    private static final Path PEM = Directories.make(WORK.resolve("pem"));
    private static final int PORT = Member.freePort();
    private static final Member JOB_MASTER = new Member("jobmaster", WORK.resolve("jobmaster"));
    private static final Member ONE = new Member("taskmanager", WORK.resolve("one"));
    private static final Member TWO = new Member("taskmanager", WORK.resolve("two"));
    private static final Member STRANGER = new Member("taskmanager", WORK.resolve("stranger"));
    private static TestCertificates certificates;
    private static Member newer;

    @BeforeAll
    static void start() throws Exception {
        certificates = TestCertificates.make(PEM);
        configure(JOB_MASTER, certificates.of("member"));
        configure(ONE, certificates.of("other"));
        configure(TWO, certificates.of("other"));
        newer = new Member("taskmanager", WORK.resolve("newer"), new Script(WORK.resolve("newer"), newerHome()));
        configure(newer, certificates.of("member"));
        for (Member member : all()) {
            sayAll(member);
        }
        Member.startAll(List.of(JOB_MASTER, ONE, TWO));
    }

    @AfterAll
    static void stop() {
        Member.stopAll(all());
    }

    private static List<Member> all() {
        return List.of(JOB_MASTER, ONE, TWO, STRANGER, newer);
    }

    private static void configure(Member member, TlsFiles files, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "cluster.id = tls",
                "jobmanager.rpc.port = " + PORT,
                "security.tls.certificate-chain = " + files.certificateChain(),
                "security.tls.private-key = " + files.privateKey(),
                "security.tls.trusted-certificates = " + files.trustedCertificates()));
        lines.addAll(List.of(more));
        member.configure(CLUSTER, lines);
    }

    /** What is not in a log that tells everything is in none. */
    private static void sayAll(Member member) throws IOException {
        Path logging = member.work().resolve("conf/logging.properties");
        String text = Files.readString(logging);
        assertThat(text).contains("rootLogger.level = INFO");
        Files.writeString(logging, text.replace("rootLogger.level = INFO", "rootLogger.level = DEBUG"));
    }

    /** The assembled container with a kernel of another version. */
    private static Path newerHome() throws IOException {
        Path home = Directories.make(WORK.resolve("home"));
        Directories.make(home.resolve("bin"));
        Files.copy(Distribution.home().resolve("bin/foggara"), home.resolve("bin/foggara"));
        Files.createSymbolicLink(home.resolve("lib"), Distribution.home().resolve("lib"));
        Path bundles = Directories.make(home.resolve("bundle"));
        for (Path jar : Distribution.bundles()) {
            Path copy = bundles.resolve(jar.getFileName());
            if (jar.getFileName().toString().startsWith("io.github.foggara.kernel-")) {
                Files.write(copy, JobBundle.rebuilt(jar, OTHER_VERSION));
            } else {
                Files.createSymbolicLink(copy, jar);
            }
        }
        return home;
    }

    @Test
    @Order(1)
    void wordsAreCountedBetweenContainersThatShowCertificates() {
        JOB_MASTER.await("cluster:info", "slots     2, 2 free");
        Path text = WordTexts.write(WORK.resolve("text.txt"), 7, 20_000);
        JOB_MASTER.configure(
                "foggara.job-words.cfg",
                List.of(
                        "program = word-count",
                        "parallelism = 2",
                        "arg.input = " + text,
                        "arg.output = " + WORK.resolve("words.out")));
        JOB_MASTER.await("job:info words", "state     FINISHED");
        assertThat(WordTexts.output(WORK.resolve("words.out"))).isEqualTo(WordTexts.expected(text));
    }

    @Test
    @Order(2)
    void aContainerOfAnotherVersionIsToldSoAndTheJobMasterSaysSo() {
        newer.started(newer.start());
        String words = OTHER_VERSION + "; run the same version in all containers";
        newer.awaitStatus("JobMaster at 127.0.0.1:" + PORT + ": SEEKING", "runs Foggara ", words);
        JOB_MASTER.awaitSaid(words);
        newer.stop();
    }

    /** Each reason stands in the status of the one that is refused and in the log of the JobMaster; the last correction lets it in. */
    @Test
    @Order(3)
    void whoDoesNotBelongToTheClusterIsToldWhyAndTheJobMasterSaysSo() throws IOException {
        TlsFiles own = certificates.copy("foreign", Directories.make(WORK.resolve("own")));
        configure(STRANGER, own);
        STRANGER.started(STRANGER.start());
        refused("that an authority it trusts vouches for", "that a trusted authority vouches for");
        configure(STRANGER, certificates.of("expired"));
        refused("our certificate has expired", "the peer's certificate has expired");
        configure(STRANGER, certificates.of("member"), "cluster.id = other");
        refused("is of cluster 'tls'", "of cluster 'other'");
        configure(STRANGER, own);
        STRANGER.awaitStatus("SEEKING", "that an authority it trusts vouches for");

        Files.copy(certificates.of("other").privateKey(), own.privateKey(), REPLACE_EXISTING);
        Files.copy(certificates.of("other").certificateChain(), own.certificateChain(), REPLACE_EXISTING);

        STRANGER.awaitStatus("REGISTERED", "health    ok");
        JOB_MASTER.await("cluster:info", "slots     3, 3 free");
    }

    private static void refused(String there, String here) {
        STRANGER.awaitStatus("JobMaster at 127.0.0.1:" + PORT + ": SEEKING", there);
        JOB_MASTER.awaitSaid(here);
    }

    @Test
    @Order(4)
    void noLogTellsAKeyOrAToken() throws IOException {
        Leaks leaks = new Leaks().tokenIn(JOB_MASTER.work().resolve("data/jobs/words/run"));
        for (String name : List.of("member", "other", "expired", "foreign")) {
            leaks.lines(certificates.of(name).privateKey());
        }
        assertThat(leaks.in("key " + leaks.texts().get(0) + ", token "
                        + leaks.tokens().get(0)))
                .hasSize(2);
        for (Member member : all()) {
            String said = member.said();
            assertThat(said).as(member.work().toString()).contains(" DEBUG ");
            assertThat(leaks.in(said)).as(member.work().toString()).isEmpty();
        }
    }
}
