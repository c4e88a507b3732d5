package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.connector.file.FileSplit;
import io.github.foggara.connector.file.OnLost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All files that are followed. Coord thread only.
 *
 * <p>A file is known by its place on the disk and by how it begins, not by its name:
 *
 * <pre>
 *   the place under another name           renamed: it is read on, and the name may belong to a new file
 *   the place, but shorter or other bytes  under the same name: truncated or overwritten, what was handed out may be lost
 *                                          under another name: the former file was deleted, its place used again
 *   the place under no name                gone; remembered, because it may be moved back
 * </pre>
 */
final class FollowedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedFiles.class);
    private static final int REMEMBERED = 1000;

    private final InputFiles input;
    private final LineLimit longest;
    private final OnLost onLost;
    private final Map<String, FollowedFile> byPlace = new LinkedHashMap<>();
    private final Deque<FollowedFile> ready = new ArrayDeque<>();
    /** Those that could not be read at the last look: told once. */
    private final Set<Path> troubled = new HashSet<>();

    private int nextNumber;
    private boolean mayBeRenumbered;

    FollowedFiles(InputFiles input, LineLimit longest, OnLost onLost) {
        this.input = input;
        this.longest = longest;
        this.onLost = onLost;
    }

    /** As they were in a former life. */
    void restore(int next, Collection<FollowedFile> files) {
        nextNumber = next;
        mayBeRenumbered = true;
        files.forEach(file -> byPlace.put(file.place(), file));
    }

    int nextNumber() {
        return nextNumber;
    }

    Collection<FollowedFile> all() {
        return byPlace.values();
    }

    /**
     * Finds what is new, what has grown and what was renamed.
     *
     * @throws JobDefinitionException if there is no place where files could come
     * @throws LostContentException if lines were lost and that is not allowed
     */
    void look() throws IOException {
        Set<String> seen = new HashSet<>();
        for (Path path : input.present(this::followsIn)) {
            Optional<FileSight> sight = FileSight.of(path);
            if (sight.isPresent() && seen.add(sight.get().place())) {
                attend(sight.get(), true, seen);
            }
        }
        lookForRenamed(seen);
        forgetSome();
        mayBeRenumbered = false;
    }

    private boolean followsIn(Path directory) {
        return byPlace.values().stream()
                .anyMatch(file -> directory.equals(file.path().getParent()));
    }

    private void lookForRenamed(Set<String> seen) throws IOException {
        Map<Path, Map<String, FileSight>> listed = new HashMap<>();
        for (FollowedFile file : new ArrayList<>(byPlace.values())) {
            if (file.gone() || seen.contains(file.place())) {
                continue;
            }
            Path directory = file.path().getParent();
            if (!listed.containsKey(directory)) {
                listed.put(directory, places(directory));
            }
            FileSight sight = listed.get(directory).get(file.place());
            boolean there = sight != null && attend(sight, false, seen);
            if (!there && file.missedAgain()) {
                tellGone(file);
                ready.remove(file);
                file.queued(false);
                file.setGone();
            }
        }
    }

    private static Map<String, FileSight> places(Path directory) throws IOException {
        Map<String, FileSight> places = new HashMap<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path path : entries.sorted().toList()) {
                FileSight.of(path).ifPresent(sight -> places.putIfAbsent(sight.place(), sight));
            }
        } catch (NoSuchFileException e) {
            return places;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return places;
    }

    /**
     * @param wanted whether its name is one to follow: if not, it is only followed on if it is a known one
     * @return whether it is followed
     */
    private boolean attend(FileSight sight, boolean wanted, Set<String> seen) throws IOException {
        try {
            FollowedFile file = known(sight, seen);
            if (file == null) {
                if (!wanted) {
                    return false;
                }
                file = new FollowedFile(nextNumber++, sight);
                byPlace.put(file.place(), file);
                file.seen(sight, longest);
            }
            queue(file);
            if (!file.ready()) {
                troubled.remove(sight.path());
            }
        } catch (LostContentException | LineTooLongException e) {
            throw e;
        } catch (IOException e) {
            tellTroubled(sight.path(), e);
        }
        return true;
    }

    private void tellTroubled(Path path, IOException trouble) {
        if (troubled.add(path)) {
            LOG.warn(
                    "The file '{}' cannot be followed for now: {}",
                    path,
                    trouble instanceof AccessDeniedException ? "permission denied" : trouble.toString());
        }
    }

    /** The known file that this is, with what it got; null if it is none. */
    private FollowedFile known(FileSight sight, Set<String> seen) throws IOException {
        FollowedFile file = byPlace.get(sight.place());
        if (file == null) {
            return mayBeRenumbered ? renumbered(sight, seen) : null;
        }
        switch (file.content(sight)) {
            case SAME -> {
                if (!file.path().equals(sight.path())) {
                    LOG.info("The followed file '{}' is called '{}' now", file.path(), sight.path());
                }
                file.seen(sight, longest);
                return file;
            }
            case UNCLEAR -> {
                return file;
            }
            default -> {
                if (!file.gone() && file.path().equals(sight.path())) {
                    tellLost(file, sight);
                } else {
                    tellGone(file);
                }
                forget(file);
                return null;
            }
        }
    }

    /** After a restart of the machine the same file may have another device number. */
    private FollowedFile renumbered(FileSight sight, Set<String> seen) throws IOException {
        for (FollowedFile file : byPlace.values()) {
            if (file.mark().node().equals(sight.node())
                    && file.mark().headLength() > 0
                    && file.path().equals(sight.path())
                    && !seen.contains(file.place())
                    && file.content(sight) == FollowedFile.Content.SAME) {
                byPlace.remove(file.place());
                file.seen(sight, longest);
                byPlace.put(file.place(), file);
                return file;
            }
        }
        return null;
    }

    private void tellLost(FollowedFile file, FileSight sight) throws LostContentException {
        String what = sight.size() < file.known()
                ? "was truncated from at least " + file.known() + " to " + sight.size() + " bytes"
                : "was overwritten: it does not begin any more as it did";
        String words = "The followed file '" + file.path() + "' " + what;
        if (onLost == OnLost.FAIL) {
            throw new LostContentException(words
                    + ". Lines that were written before that and not read are lost. Rotate logs by renaming them within"
                    + " their directory (without copytruncate); or go on without such lines with onLost(OnLost.SKIP) at the"
                    + " source.");
        }
        LOG.warn("{}. Lines that were written before that and not read are lost; it is read from its beginning", words);
    }

    private void tellGone(FollowedFile file) throws LostContentException {
        if (file.pending() == 0) {
            LOG.info("The followed file '{}' has gone after {} bytes", file.path(), file.assigned());
        } else if (onLost == OnLost.FAIL) {
            throw new LostContentException("The followed file '" + file.path() + "' has gone from its directory with "
                    + file.pending()
                    + " bytes of lines that were not read. Keep files until they are read; or go on without"
                    + " such lines with onLost(OnLost.SKIP) at the source.");
        } else {
            LOG.warn("The followed file '{}' has gone with {} bytes that were not read", file.path(), file.pending());
        }
    }

    private void forget(FollowedFile file) {
        byPlace.remove(file.place());
        ready.remove(file);
    }

    private void queue(FollowedFile file) {
        if (file.ready() && !file.queued()) {
            file.queued(true);
            ready.add(file);
        }
    }

    private void forgetSome() {
        List<FollowedFile> gone =
                byPlace.values().stream().filter(FollowedFile::gone).toList();
        gone.subList(0, Math.max(0, gone.size() - REMEMBERED)).forEach(this::forget);
    }

    /**
     * Hands out the next part of a file that this subtask reads: always the same subtask for a file, so that its lines stay in order.
     *
     * <p>One that cannot be read for now is left out until the next look.
     *
     * @param size of the part in bytes, at most
     */
    Optional<FileSplit> next(int subtask, int parallelism, long size) {
        for (Iterator<FollowedFile> files = ready.iterator(); files.hasNext(); ) {
            FollowedFile file = files.next();
            if (file.number() % parallelism == subtask) {
                files.remove();
                file.queued(false);
                Optional<FileSplit> split = next(file, size);
                if (split.isPresent()) {
                    queue(file);
                    return split;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<FileSplit> next(FollowedFile file, long size) {
        try {
            Optional<FileSplit> split = file.next(size);
            troubled.remove(file.path());
            return split;
        } catch (IOException e) {
            tellTroubled(file.path(), e);
            return Optional.empty();
        }
    }
}
