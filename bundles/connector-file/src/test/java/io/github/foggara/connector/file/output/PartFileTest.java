package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFileTest {
    @TempDir
    Path dir;

    @Test
    void piecesOfAllSizesArriveInOrder() throws Exception {
        Path path = dir.resolve("part");
        PartFile part = PartFile.create(path);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        Random random = new Random(3);
        for (int size : new int[] {0, 1, 65_535, 1, 65_536, 65_537, 10, 200_000, 30_000, 40_000}) {
            byte[] piece = new byte[size];
            random.nextBytes(piece);
            part.write(piece, 0, size);
            part.write(size);
            expected.write(piece);
            expected.write(size);
        }
        part.flush();
        part.close();
        assertThat(part.force()).isEqualTo(expected.size());
        part.release(false);
        assertThat(Files.readAllBytes(path)).isEqualTo(expected.toByteArray());
    }

    @Test
    void aFileThatStandsThereIsNotOverwritten() throws Exception {
        Path path = Files.writeString(dir.resolve("part"), "x");
        assertThatThrownBy(() -> PartFile.create(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot create the part '" + path + "'");
        assertThat(path).hasContent("x");
    }
}
