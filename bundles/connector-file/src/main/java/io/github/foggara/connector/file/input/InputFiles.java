package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Which files a pattern means. What exists under exactly this name is taken as it is, so a file named {@code a[1].txt}
 * can be read; otherwise the text is a glob. Names that begin with a dot are hidden from directories, and from globs
 * unless the glob's last name begins with a dot. Sorted by path.
 */
final class InputFiles {
    private static final String GLOB_CHARACTERS = "*?[{";

    private final String pattern;
    private final Probe probe;

    InputFiles(String pattern) {
        this(pattern, path -> Files.newByteChannel(path).close());
    }

    /** @param probe opens a file and closes it again: the only sure way to learn whether it can be read */
    InputFiles(String pattern, Probe probe) {
        this.pattern = pattern;
        this.probe = probe;
    }

    /**
     * @throws JobDefinitionException if there is no input, or some of it cannot be read; the message names the path and what
     *     to do
     */
    List<InputFile> find() {
        if (pattern.isBlank()) {
            throw new JobDefinitionException("The input path is empty. Give a file, a directory or a pattern.");
        }
        try {
            return paths().stream().sorted().map(this::inspect).toList();
        } catch (AccessDeniedException e) {
            throw unreadable(e.getFile(), e);
        } catch (IOException e) {
            throw new JobDefinitionException("Cannot list the input '" + pattern + "': " + e, e);
        }
    }

    /**
     * Those that are there now, also none: files may come later. Without names that say that a file is not finished, or is compressed.
     *
     * @param followed whether a file of that directory is followed already: then a single file was renamed, and its name may be used again
     * @throws JobDefinitionException if there is no place where they could come
     */
    List<Path> present(Predicate<Path> followed) throws IOException {
        if (pattern.isBlank()) {
            throw new JobDefinitionException("The input path is empty. Give a directory, a file or a pattern.");
        }
        Path literal = literalPath();
        boolean single = literal != null && firstGlobCharacter() < 0 && literal.getParent() != null;
        if (single
                && Files.notExists(literal)
                && Files.isDirectory(literal.getParent())
                && followed.test(literal.getParent())) {
            return List.of();
        }
        boolean exact = literal != null && Files.isRegularFile(literal);
        return paths(true).stream()
                .filter(path -> exact || FollowedNames.wanted(path))
                .sorted()
                .toList();
    }

    private List<Path> paths() throws IOException {
        List<Path> found = paths(false);
        if (found.isEmpty()) {
            Path literal = literalPath();
            throw literal != null && Files.isDirectory(literal) ? emptyDirectory(literal) : noMatch();
        }
        return found;
    }

    /** @param changing files come and go while they are listed */
    private List<Path> paths(boolean changing) throws IOException {
        Path literal = literalPath();
        if (literal != null && Files.isDirectory(literal)) {
            return filesOf(literal);
        }
        if (literal != null && Files.exists(literal)) {
            if (!Files.isRegularFile(literal)) {
                throw new JobDefinitionException("The input '" + literal
                        + "' is neither a file nor a directory. Give a file, a directory or a pattern.");
            }
            return List.of(literal);
        }
        if (firstGlobCharacter() < 0) {
            throw new JobDefinitionException("The input '" + absolute(pattern)
                    + "' does not exist. Give a file, a directory or a pattern such as 'data/*.csv'.");
        }
        return matches(changing);
    }

    private Path literalPath() {
        try {
            return absolute(pattern);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static Path absolute(String text) {
        return Path.of(text).toAbsolutePath().normalize();
    }

    private List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(p -> !hidden(p)).filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static JobDefinitionException emptyDirectory(Path directory) {
        return new JobDefinitionException("The input directory '" + directory
                + "' has no files (hidden ones and subdirectories do not count). For a whole tree give '" + directory
                + "/**'.");
    }

    private static boolean hidden(Path path) {
        return path.getFileName().toString().startsWith(".");
    }

    private int firstGlobCharacter() {
        for (int i = 0; i < pattern.length(); i++) {
            if (GLOB_CHARACTERS.indexOf(pattern.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private int baseEnd() {
        return pattern.lastIndexOf('/', firstGlobCharacter());
    }

    private Path base() {
        int slash = baseEnd();
        return absolute(slash < 0 ? "" : slash == 0 ? "/" : pattern.substring(0, slash));
    }

    private List<Path> matches(boolean changing) throws IOException {
        Path base = base();
        String glob = pattern.substring(baseEnd() + 1);
        if (!Files.isDirectory(base)) {
            throw new JobDefinitionException(
                    "The pattern '" + pattern + "' matches no file: the directory '" + base + "' does not exist.");
        }
        int depth = glob.contains("**")
                ? Integer.MAX_VALUE
                : (int) glob.chars().filter(c -> c == '/').count() + 1;
        boolean wantsHidden = glob.substring(glob.lastIndexOf('/') + 1).startsWith(".");
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                base,
                EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                depth,
                new Matching(base, matcher(glob), wantsHidden, changing, found));
        return found;
    }

    private JobDefinitionException noMatch() {
        return new JobDefinitionException("The pattern '" + pattern + "' matches no file in '" + base()
                + "'. '*' stands for any characters of one name, '**' also for subdirectories.");
    }

    private PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw new JobDefinitionException(
                    "The pattern '" + pattern + "' is not well-formed: " + e.getDescription() + ". Escape special"
                            + " characters with a backslash.",
                    e);
        }
    }

    private InputFile inspect(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            probe.open(path);
            return new InputFile(
                    path, attributes.size(), attributes.lastModifiedTime().toMillis());
        } catch (AccessDeniedException e) {
            throw unreadable(path.toString(), e);
        } catch (IOException e) {
            throw new JobDefinitionException("Cannot open the input file '" + path + "': " + e, e);
        }
    }

    private static JobDefinitionException unreadable(String path, IOException cause) {
        return new JobDefinitionException(
                "The input '" + path + "' cannot be read: permission denied. Give the user of this process the right to"
                        + " read it, or leave it out of the pattern.",
                cause);
    }

    /** Fails as opening the file does. */
    interface Probe {
        void open(Path path) throws IOException;
    }

    /** Collects what matches; a directory that cannot be listed is an error, a hidden one is left out. */
    private static final class Matching extends SimpleFileVisitor<Path> {
        private final Path base;
        private final PathMatcher matcher;
        private final boolean wantsHidden;
        private final boolean changing;
        private final List<Path> found;

        Matching(Path base, PathMatcher matcher, boolean wantsHidden, boolean changing, List<Path> found) {
            this.changing = changing;
            this.base = base;
            this.matcher = matcher;
            this.wantsHidden = wantsHidden;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return !directory.equals(base) && hidden(directory) && !wantsHidden
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()
                    && (wantsHidden || !hidden(file))
                    && matcher.matches(base.relativize(file))) {
                found.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        /** A link to a directory above it leads only to files that are found without it; what has gone meanwhile is no file. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof FileSystemLoopException || changing && failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            return super.visitFileFailed(file, failure);
        }
    }
}
