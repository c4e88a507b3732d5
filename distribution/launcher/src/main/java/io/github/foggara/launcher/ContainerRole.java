package io.github.foggara.launcher;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a container is in its cluster. In this order counts: the argument of {@code start}, the key {@value #KEY} of
 * {@code conf/foggara.cluster.cfg}, and what it was at its last start, because its data belong to that role.
 */
enum ContainerRole {
    EMBEDDED,
    JOBMASTER,
    TASKMANAGER;

    /** Name of the configuration file. */
    static final String FILE = "foggara.cluster.cfg";
    /** Key in it. */
    static final String KEY = "role";
    /** A line that every reader of such files understands alike. */
    private static final Pattern PLAIN = Pattern.compile("[ \\t]*" + KEY + "[ \\t]*=[ \\t]*([A-Za-z]+)[ \\t]*");
    /** Remembers it, in {@code data/}. */
    private static final String MEMORY = "role";

    /** As users write it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value of {@code --role}. */
    static ContainerRole ofArgument(String text) throws LauncherException {
        return parse(text)
                .orElseThrow(() -> new LauncherException(
                        ExitCode.USAGE, "there is no role '" + text + "'. Roles are " + known() + "."));
    }

    /**
     * @param argument what {@code --role} said, if it was there
     */
    static ContainerRole of(Optional<ContainerRole> argument, Layout layout) throws LauncherException {
        if (argument.isPresent()) {
            return argument.get();
        }
        Path file = layout.conf().resolve(FILE);
        Optional<String> configured = configured(file);
        if (configured.isPresent()) {
            return parse(configured.get())
                    .orElseThrow(() -> new LauncherException(
                            ExitCode.FAILED,
                            file + " says " + KEY + " = " + configured.get() + ". Roles are " + known() + "."));
        }
        return remembered(layout.data().resolve(MEMORY)).orElse(EMBEDDED);
    }

    /** For the next start without an argument. The caller holds the lock of the data directory. */
    void remember(Layout layout) throws LauncherException {
        Path file = layout.data().resolve(MEMORY);
        if (this == EMBEDDED && Files.notExists(file)) {
            return;
        }
        try {
            Path draft = layout.data().resolve(MEMORY + ".new");
            Files.writeString(draft, text() + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot write " + file + ": " + e, e);
        }
    }

    private static Optional<ContainerRole> parse(String text) {
        return Arrays.stream(values())
                .filter(role -> role.text().equalsIgnoreCase(text.strip()))
                .findFirst();
    }

    private static String known() {
        return Arrays.stream(values()).map(ContainerRole::text).collect(Collectors.joining(", "));
    }

    private static Optional<String> configured(Path file) throws LauncherException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            Properties values = new Properties();
            values.load(new StringReader(text));
            String read = text.startsWith("<") && text.contains(KEY) ? text : values.getProperty(KEY);
            return agreed(file, read, text.lines().toList());
        } catch (IOException | IllegalArgumentException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The container reads the same file by rules of its own (types, quotes, variables). So the key counts where it is spelt such that nobody can
     * read it differently, and is refused otherwise.
     *
     * @param read by the rules of Java; null for none; something else if it may be XML
     */
    private static Optional<String> agreed(Path file, String read, List<String> lines) throws LauncherException {
        List<String> plain = lines.stream()
                .map(PLAIN::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .toList();
        if (plain.isEmpty() && read == null) {
            return Optional.empty();
        }
        if (plain.size() == 1 && plain.get(0).equals(read == null ? null : read.strip())) {
            return Optional.of(read);
        }
        throw new LauncherException(
                ExitCode.FAILED,
                file + " gives the key '" + KEY
                        + "' so that it may be read in more than one way. Write it once, on a line of its"
                        + " own, without quotes or variables: " + KEY + " = " + JOBMASTER.text());
    }

    /** What cannot be read was not written by us. */
    private static Optional<ContainerRole> remembered(Path file) throws LauncherException {
        try {
            return Files.exists(file) ? parse(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot read " + file + ": " + e, e);
        }
    }
}
