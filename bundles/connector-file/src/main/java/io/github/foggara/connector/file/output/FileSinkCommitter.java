package io.github.foggara.connector.file.output;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.SinkCommitter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the parts of a whole job by one rename, or those of each checkpoint by one rename each. Coord thread only.
 *
 * <pre>
 * open     .out.foggara-OTHER/          removed if its process is dead
 *          .out.foggara-JOB/            made; what an earlier life of the job left is removed
 *            .lock                      locked: this process is alive
 *            part-00000.csv.2-0-attempt … the writers' files
 * suspend  .out.foggara-JOB/            stays with the parts of finished attempts, without any it goes; the lock is let go
 *          ---------------------------- the run goes on in another life or process -----
 * reopen   .out.foggara-JOB-commit/     named .out.foggara-JOB/ again: it was sealed, and to publish was not decided
 *          .out.foggara-JOB/            locked again; what is not a finished part is removed. If one is missing, as open
 * prepare  out/                         must still be free, or no sink of the job publishes anything
 *          .out.foggara-JOB-commit/     renamed and synced: nothing can be written into it by name any more, nobody
 *                                       sweeps it; the lock is let go
 *          ---------------------------- the decision to publish is recorded -----
 * commit 1   part-00000.csv …           the attempts that finished get their names
 *        2                              everything else is deleted, the directory is synced
 *        3 out/                         renamed: published
 *          ---------------------------- with checkpoints, instead of reopen and commit -----
 * commit(n)  .out.foggara-JOB/.checkpointed
 *            out/part-00000-0000NN.csv  renamed from the working directory, as is each part of later checkpoints
 * restore(n) .out.foggara-JOB/          locked again; what n does not cover is removed
 * commit     out/part-00000.csv         what came after the last checkpoint, from the sealed directory, which is removed then
 * </pre>
 *
 * So a directory that is not sealed was never decided, and goes if nobody holds its lock. A commit that was cut off at any
 * point goes on where it stopped when it is called again; one that finds its directory not sealed seals it. Between two lives
 * another run that writes to the same place may sweep what was kept; then everything runs again.
 */
public final class FileSinkCommitter implements SinkCommitter {
    private static final Logger LOG = LoggerFactory.getLogger(FileSinkCommitter.class);

    private final Path directory;
    private final String extension;
    private final CommitterContext context;
    private final Disk disk;
    private final CreatedParents parents;
    private OutputPlace place;
    /** Null when it is not held. */
    private DirectoryLock lock;
    /** What a complete checkpoint covers and is not published: stays, whatever becomes of the job. */
    private Map<String, Committable> covered = Map.of();

    public FileSinkCommitter(Path directory, String extension, CommitterContext context) {
        this(directory, extension, context, new Disk());
    }

    FileSinkCommitter(Path directory, String extension, CommitterContext context, Disk disk) {
        this.directory = directory;
        this.extension = extension;
        this.context = context;
        this.disk = disk;
        this.parents = new CreatedParents(disk);
    }

    /** Also one directory inside the other cannot be: the outer one must be empty when it is published. */
    @Override
    public Optional<String> clashesWith(SinkCommitter other) {
        if (!(other instanceof FileSinkCommitter sink)) {
            return Optional.empty();
        }
        Path mine = place().canonical();
        Path theirs = sink.place().canonical();
        if (mine.equals(theirs)) {
            return Optional.of("the directory '" + place().target() + "'");
        }
        return mine.startsWith(theirs) || theirs.startsWith(mine)
                ? Optional.of("'" + place().target() + "' and '" + sink.place().target()
                        + "', one of which lies in the other")
                : Optional.empty();
    }

    @Override
    public void open() throws IOException {
        OutputPlace here = place();
        step("check", () -> here.requireFree(disk));
        unlock();
        leftovers().sweep();
        synchronized (Leftovers.class) {
            step("clear the working directory of", leftovers()::removeOwn);
            try {
                step("create the working directory of", this::createWorking);
            } catch (IOException e) {
                removeAfter(e);
                throw e;
            }
        }
    }

    private void createWorking() throws IOException {
        parents.create(place().target().getParent());
        disk.createDirectory(place().working());
        lock = DirectoryLock.hold(place().working(), disk);
    }

    /** What it throws has taken no finished part away: it can be called again, as {@link #abort} can. */
    @Override
    public boolean reopen(List<byte[]> finished) throws IOException {
        OutputPlace here = place();
        step("check", () -> here.requireFree(disk));
        unlock();
        Optional<Map<String, Committable>> parts = readable(finished);
        if (parts.isPresent()) {
            KeptParts kept = new KeptParts(here, disk, parts.get().values());
            step("go on with the working directory of", () -> {
                lock = kept.take().orElse(null);
                if (lock != null) {
                    kept.removeOthers();
                }
            });
        }
        if (lock == null) {
            LOG.warn("Nothing is kept of what was written for the output '{}'; it is written again", here.target());
            open();
            return false;
        }
        leftovers().sweep();
        return true;
    }

    private Optional<Map<String, Committable>> readable(List<byte[]> finished) {
        try {
            return Optional.of(decode(finished));
        } catch (IllegalArgumentException e) {
            LOG.warn("What earlier lives wrote for the output '{}' is not used", place().target(), e);
            return Optional.empty();
        }
    }

    @Override
    public void suspend() throws IOException {
        synchronized (Leftovers.class) {
            if (!exists(place().sealed()) && !hasParts(place().working())) {
                abort();
            }
            unlock();
        }
    }

    private boolean hasParts(Path working) throws IOException {
        return exists(working) && disk.list(working).stream().anyMatch(PartName::isAttempt);
    }

    private void removeAfter(IOException failure) {
        try {
            abort();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private OutputPlace place() {
        if (place == null) {
            place = OutputPlace.of(directory, context.job());
        }
        return place;
    }

    private Leftovers leftovers() {
        return new Leftovers(place(), disk);
    }

    /** Not while another life takes over what this one holds. */
    private void unlock() throws IOException {
        synchronized (Leftovers.class) {
            if (lock != null) {
                DirectoryLock held = lock;
                lock = null;
                held.close();
            }
        }
    }

    @Override
    public void prepare(List<byte[]> committables) throws IOException {
        Map<String, Committable> parts = decode(committables);
        OutputPlace here = place();
        if (!checkpointed().marked()) {
            step("check", () -> here.requireFree(disk));
        }
        step("seal the working directory of", () -> {
            seal(here);
            checkpointed().requireAll(here.sealed(), parts);
        });
        step("sync", () -> {
            disk.forceDirectory(here.sealed());
            disk.forceDirectory(here.target().getParent());
        });
        unlock();
    }

    @Override
    public void commit(List<byte[]> committables) throws IOException {
        try {
            publish(committables);
        } finally {
            unlock();
        }
    }

    private void publish(List<byte[]> committables) throws IOException {
        Map<String, Committable> parts = decode(committables);
        OutputPlace here = place();
        if (!exists(here.sealed()) && !exists(here.working())) {
            new WholeOutput(here, disk).requirePublished(parts);
            syncParent(here.target().getParent());
            report(parts);
            return;
        }
        step("seal the working directory of", () -> seal(here));
        if (checkpointed().oneByOne(parts)) {
            publishRest(parts);
            return;
        }
        WholeOutput whole = new WholeOutput(here, disk);
        step("name the parts of", () -> whole.nameParts(parts));
        step("remove abandoned parts of", () -> whole.removeOthers(parts));
        step("sync", () -> disk.forceDirectory(here.sealed()));
        step("check", () -> here.requireFree(disk));
        step("publish", () -> disk.rename(here.sealed(), here.target()));
        parents.keep();
        syncParent(here.target().getParent());
        report(parts);
    }

    /** What checkpoints have not published yet. */
    private void publishRest(Map<String, Committable> parts) throws IOException {
        step("publish", () -> checkpointed().publishRest(place().sealed(), parts));
        parents.keep();
        covered = Map.of();
        step("remove the working directory of", leftovers()::removeOwn);
        syncParent(place().target().getParent());
        report(parts);
    }

    private CheckpointedParts checkpointed() {
        return new CheckpointedParts(place(), disk, extension);
    }

    @Override
    public void commit(long checkpoint, List<byte[]> committables) throws IOException {
        Map<String, Committable> parts = decode(committables);
        if (parts.isEmpty()) {
            return;
        }
        covered = parts;
        step("publish checkpoint " + checkpoint + " in", () -> {
            Path working = place().working();
            if (exists(working)) {
                checkpointed().publish(working, parts);
            } else {
                checkpointed().requireAll(working, parts);
            }
        });
        parents.keep();
        covered = Map.of();
    }

    @Override
    public void restore(long checkpoint, List<byte[]> committables) throws IOException {
        Map<String, Committable> parts = decode(committables);
        OutputPlace here = place();
        unlock();
        step("go on from checkpoint " + checkpoint + " in", () -> {
            Map<String, Committable> open = checkpointed().unpublished(parts);
            KeptParts kept = new KeptParts(here, disk, open.values());
            synchronized (Leftovers.class) {
                checkpointed().requireOwn(checkpoint, parts, open);
                if (exists(here.working()) || exists(here.sealed())) {
                    lock = kept.take().orElse(null);
                } else if (open.isEmpty()) {
                    createWorking();
                }
            }
            if (lock == null) {
                throw checkpointed().missing(parts, open);
            }
            checkpointed().markOwn(here.working(), parts);
            covered = open;
            kept.removeOthers();
            checkpointed().withdrawLater(checkpoint, parts);
        });
        leftovers().sweep();
    }

    private Map<String, Committable> decode(List<byte[]> committables) {
        return Committable.decodeAll(committables, extension, directory);
    }

    private void seal(OutputPlace here) throws IOException {
        if (exists(here.sealed())) {
            return;
        }
        if (!exists(here.working())) {
            throw new IOException("'" + here.working() + "' was removed while the job ran. Run the job again.");
        }
        disk.rename(here.working(), here.sealed());
    }

    /** The output is visible already; that it could be lost in a power failure is no reason to call the job failed. */
    private void syncParent(Path parent) {
        try {
            disk.forceDirectory(parent);
        } catch (IOException e) {
            context.report("The output '" + place().target() + "' is complete, but '" + parent
                    + "' could not be synced to disk: " + e.getMessage());
        }
    }

    private void report(Map<String, Committable> parts) throws IOException {
        if (new WholeOutput(place(), disk).ofCheckpoints()) {
            context.report("Wrote " + checkpointed().count() + " parts to " + place().target());
            return;
        }
        long records = parts.values().stream().mapToLong(Committable::records).sum();
        context.report("Wrote " + records + (records == 1 ? " record" : " records") + " in " + parts.size()
                + (parts.size() == 1 ? " part" : " parts") + " to " + place().target());
    }

    @Override
    public void abort() throws IOException {
        synchronized (Leftovers.class) {
            try {
                if (openedAgain()) {
                    LOG.info("'{}' belongs to a later life of the job and stays", place().working());
                    return;
                }
                if (!covered.isEmpty() && exists(place().working())) {
                    KeptParts kept = new KeptParts(place(), disk, covered.values());
                    step("clear the working directory of", kept::removeOthers);
                    LOG.warn("'{}' stays: the last checkpoint covers parts in it", place().working());
                    return;
                }
                step("remove the working directory of", leftovers()::removeOwn);
                parents.remove();
            } finally {
                unlock();
            }
        }
    }

    /** Whether another committer of this run has opened the output since: what stands there is that one's. */
    private boolean openedAgain() throws IOException {
        Path working = place().working();
        return exists(working) && (lock == null ? DirectoryLock.heldHere(working) : !lock.newest());
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private void step(String what, Step step) throws IOException {
        try {
            step.run();
        } catch (JobDefinitionException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("Cannot " + what + " the output '" + place().target() + "': " + reason(e), e);
        }
    }

    /** In words what a user meets often; the path says where, it may lie beside or above the output. */
    private static String reason(IOException e) {
        return e instanceof AccessDeniedException denied
                ? "permission denied for '" + denied.getFile()
                        + "'. Give the user of this process the right to write there, or give another output."
                : e.toString();
    }

    private interface Step {
        void run() throws IOException;
    }
}
