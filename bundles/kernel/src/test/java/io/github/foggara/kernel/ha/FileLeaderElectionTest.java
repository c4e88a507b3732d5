package io.github.foggara.kernel.ha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLeaderElectionTest {
    @TempDir
    private Path directory;

    private Path epochFile() {
        return directory.resolve("epoch");
    }

    @Test
    void epochsGrowAlsoOverLives() throws IOException {
        for (int life = 0; life < 3; life++) {
            try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
                assertThat(election.leader()).isTrue();
                assertThat(election.nextEpoch()).isEqualTo(2 * life + 1);
                assertThat(election.nextEpoch()).isEqualTo(2 * life + 2);
            }
        }
        assertThat(directory.resolve("epoch.tmp")).doesNotExist();
    }

    @Test
    void theDirectoryIsMade() throws IOException {
        try (FileLeaderElection election = FileLeaderElection.acquire(directory.resolve("a/b"))) {
            assertThat(election.nextEpoch()).isEqualTo(1);
        }
    }

    @Test
    void onlyOneLeads() throws IOException {
        FileLeaderElection first = FileLeaderElection.acquire(directory);
        assertThatThrownBy(() -> FileLeaderElection.acquire(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("locked");
        assertThat(first.nextEpoch()).isEqualTo(1);
        first.close();
        first.close();
        assertThat(first.leader()).isFalse();
        assertThatThrownBy(first::nextEpoch).isInstanceOf(IOException.class).hasMessageContaining("given up");
        try (FileLeaderElection second = FileLeaderElection.acquire(directory)) {
            assertThat(second.nextEpoch()).isEqualTo(2);
        }
    }

    @Test
    void theFileHasTheseBytes() throws IOException {
        try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
            election.nextEpoch();
        }
        assertThat(HexFormat.of().formatHex(Files.readAllBytes(epochFile())))
                .startsWith("464f474745504f43" + "0001" + "0000000000000001")
                .hasSize(44);
    }

    @Test
    void noDamageIsReadAsALowerEpoch() throws IOException {
        try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
            for (int i = 0; i < 300; i++) {
                election.nextEpoch();
            }
        }
        byte[] sound = Files.readAllBytes(epochFile());
        for (int bit = 0; bit < 8 * sound.length; bit++) {
            byte[] flipped = sound.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(flipped);
        }
        for (int length = 0; length < sound.length; length++) {
            assertRefused(Arrays.copyOf(sound, length));
        }
        assertRefused(Arrays.copyOf(sound, sound.length + 1));
        assertRefused(new byte[sound.length]);
        Files.write(epochFile(), sound);
        try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
            assertThat(election.nextEpoch()).isEqualTo(301);
        }
    }

    private void assertRefused(byte[] content) throws IOException {
        Files.write(epochFile(), content);
        assertThatThrownBy(() -> FileLeaderElection.acquire(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(epochFile().toString())
                .hasMessageContaining("damaged");
    }

    @Test
    void whatSomebodyElseWroteIsNotTakenOver() throws IOException {
        try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
            election.nextEpoch();
            new EpochFile(directory).write(9);
            assertThatThrownBy(election::nextEpoch)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("says 9");
        }
    }

    @Test
    void anEpochThatCannotBeMadeDurableIsNotGranted() throws IOException {
        try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
            assertThat(election.nextEpoch()).isEqualTo(1);
            Path inTheWay =
                    Files.createDirectories(directory.resolve("epoch.tmp").resolve("x"));
            assertThatThrownBy(election::nextEpoch).isInstanceOf(IOException.class);
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
            assertThat(election.nextEpoch()).isEqualTo(2);
        }
    }
}
