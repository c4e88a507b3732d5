package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    private static final Integer SOMEBODY = 47_110;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void file() throws IOException {
        file = Files.createFile(
                directory.resolve("key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private record Nobody(String name) implements UserPrincipal {
        @Override
        public String getName() {
            return name;
        }
    }

    @Test
    void ownFilesAreTaken() {
        assertThatCode(() -> PrivateFiles.check(file, "key", "Make another")).doesNotThrowAnyException();
    }

    /** Who runs this as root can give the file away; for anybody else it is that of another user than the one asked about. */
    @Test
    void aFileOfSomebodyElseIsRefused() throws IOException {
        boolean root = PrivateFiles.user().getName().equals("root");
        if (root) {
            Files.setAttribute(file, "unix:uid", SOMEBODY);
        }
        String owner = Files.getOwner(file).getName();
        UserPrincipal me = root ? PrivateFiles.user() : new Nobody("me");
        assertThatThrownBy(() -> PrivateFiles.check(file, "private key", "Make another", me))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("private key", file.toString(), owner, me.getName(), "chown");
        assertThatCode(() -> PrivateFiles.check(file, "key", "Make another", Files.getOwner(file)))
                .doesNotThrowAnyException();
    }

    @Test
    void aFileThatOthersMayUseIsRefused() throws IOException {
        for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----", "rwx-----x")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            assertThatThrownBy(() -> PrivateFiles.check(file, "private key", "Make another"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("private key", file.toString(), permissions, "Make another", "chmod 600");
        }
    }
}
