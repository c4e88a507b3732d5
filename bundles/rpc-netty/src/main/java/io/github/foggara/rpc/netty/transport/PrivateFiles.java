package io.github.foggara.rpc.netty.transport;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/** Files that hold what nobody else may know: of this process's user or of root, and for their owner alone. */
final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final Path SELF = Path.of("/proc/self");
    private static final String ROOT = "root";

    private PrivateFiles() {}

    /**
     * Returns if the file may be trusted. Blocks.
     *
     * @param what the file is, for messages
     * @param otherwise what may be done other than restricting it
     * @throws IOException naming the file, what is wrong and what to do
     * @throws UnsupportedOperationException if the file system has no owners
     */
    static void check(Path file, String what, String otherwise) throws IOException {
        check(file, what, otherwise, user());
    }

    static void check(Path file, String what, String otherwise, UserPrincipal user) throws IOException {
        PosixFileAttributes found = Files.readAttributes(file, PosixFileAttributes.class);
        UserPrincipal owner = found.owner();
        if (!owner.equals(user) && !owner.getName().equals(ROOT)) {
            throw new IOException("The " + what + " " + file + " belongs to the user " + owner.getName()
                    + ", who can read and change it; it has to belong to " + user.getName()
                    + ", the user of this process, or to root: chown " + user.getName() + " " + file);
        }
        if (!OWNERS.containsAll(found.permissions())) {
            throw new IOException("The " + what + " " + file + " may be used by others than its owner ("
                    + PosixFilePermissions.toString(found.permissions()) + "). " + otherwise + "; else: chmod 600 "
                    + file);
        }
    }

    /** Of this process, by its id where the system shows it, else by its name. */
    static UserPrincipal user() throws IOException {
        return Files.exists(SELF)
                ? Files.getOwner(SELF)
                : FileSystems.getDefault()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(System.getProperty("user.name"));
    }
}
