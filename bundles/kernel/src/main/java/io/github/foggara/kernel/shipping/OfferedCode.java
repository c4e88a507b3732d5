package io.github.foggara.kernel.shipping;

import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeOffers;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The code that the lives of jobs offer to TaskManagers: files of the store, for as long as one of them needs them. Any thread; disks are
 * waited for on io threads. The table is guarded by this object, which is never held while a bundle is read or written.
 */
public final class OfferedCode implements CodeOffers {
    private static final Logger LOG = LoggerFactory.getLogger(OfferedCode.class);

    /** For how long a file that was written or compared with its name is taken to be whole: whoever gets it compares it as well. */
    private static final Duration WHOLE = Duration.ofSeconds(10);

    private final EngineRuntime runtime;
    private final BundleHost host;
    private final BundleStore store;
    private final long most;
    private final Map<String, Held> held = new HashMap<>();
    private boolean swept;

    /** One content. */
    private static final class Held {
        private int offers;
        /** With its file; null until that is written. */
        private CodeBundle file;
        /** When it was last written, or begun to be compared with its name; in the nanoseconds of the runtime. */
        private long known;
    }

    /**
     * @param directory of the store; what an earlier container has left there is removed
     * @param most bytes that all bundles of a program may have as files
     */
    public OfferedCode(EngineRuntime runtime, BundleHost host, Path directory, long most) {
        this.runtime = runtime;
        this.host = host;
        this.store = new BundleStore(directory);
        this.most = most;
        runtime.executeBlocking(this::sweep);
    }

    @Override
    public void offer(String job, Program program, Consumer<Offer> answer) {
        runtime.executeBlocking(() -> answer.accept(made(job, program)));
    }

    private Offer made(String job, Program program) {
        ProgramCode code = ProgramCode.UNKNOWN;
        List<CodeBundle> files = new ArrayList<>();
        try {
            sweep();
            code = host.describe(program);
            long left = most;
            for (CodeBundle bundle : code.bundles()) {
                CodeBundle file = hold(bundle, left);
                files.add(file);
                left -= file.size();
            }
            return new Use(new ProgramCode(files, code.wires(), ""));
        } catch (Throwable e) {
            // Whatever it is: without an answer the job would wait for ever.
            files.forEach(this::release);
            String words = e instanceof IOException && e.getMessage() != null ? e.getMessage() : e.toString();
            LOG.warn(
                    "The bundles of job {} are not shipped to TaskManagers, so deploy them in each by hand: {}",
                    job,
                    words,
                    e);
            return new Use(new ProgramCode(code.bundles(), code.wires(), words));
        }
    }

    private CodeBundle hold(CodeBundle bundle, long left) throws IOException {
        Held use;
        CodeBundle known;
        synchronized (this) {
            use = held.computeIfAbsent(bundle.content(), content -> new Held());
            use.offers++;
            known = use.file;
        }
        try {
            if (known != null && known.size() <= left) {
                return known;
            }
            BundleStore.Stored stored = store.put(out -> host.write(bundle, out), left);
            CodeBundle file = bundle.as(stored.hash(), stored.size());
            synchronized (this) {
                use.file = file;
                use.known = runtime.nanoTime();
            }
            return file;
        } catch (IOException e) {
            release(bundle);
            throw new IOException(
                    "the bundle " + bundle
                            + " cannot be put into the bundle store, where the bundles of a job may have " + most
                            + " bytes together: " + e.getMessage(),
                    e);
        } catch (RuntimeException | Error e) {
            release(bundle);
            throw e;
        }
    }

    private synchronized void release(CodeBundle bundle) {
        Held use = held.get(bundle.content());
        use.offers--;
        if (use.offers > 0) {
            return;
        }
        held.remove(bundle.content());
        try {
            if (use.file != null) {
                store.delete(use.file.file());
            }
        } catch (IOException e) {
            LOG.warn("The file of the bundle {} stays in the bundle store until the next start", bundle, e);
        }
    }

    /** Once, before anything is put. */
    private synchronized void sweep() {
        if (swept) {
            return;
        }
        swept = true;
        try {
            store.sweep();
        } catch (IOException | RuntimeException e) {
            LOG.warn("What an earlier container has left in the bundle store stays there", e);
        }
    }

    /** Answers a TaskManager. Any thread; only enqueues. */
    public void serve(BundlePart.Wanted wanted, RpcReply reply) {
        runtime.executeBlocking(() -> answer(wanted, reply));
    }

    private void answer(BundlePart.Wanted wanted, RpcReply reply) {
        String hash = HexFormat.of().formatHex(wanted.file());
        Optional<CodeBundle> bundle = offered(hash);
        if (bundle.isEmpty()) {
            reply.fail("no job needs the bundle file " + hash + " any more");
            return;
        }
        try {
            byte[] bytes = read(bundle.get(), wanted.offset());
            reply.reply(ClusterMessages.BUNDLE_PART.encode(
                    new BundlePart(bundle.get().size(), bytes)));
        } catch (IOException | RuntimeException e) {
            LOG.warn("The bundle {} cannot be read from the bundle store", bundle.get(), e);
            reply.fail("the bundle " + bundle.get() + " cannot be read from the bundle store: " + e.getMessage());
        }
    }

    private synchronized Optional<CodeBundle> offered(String hash) {
        return held.values().stream()
                .map(use -> use.file)
                .filter(file -> file != null && file.file().equals(hash))
                .findFirst();
    }

    /** A file that a disk or somebody has damaged is written anew, from the bundle. */
    private byte[] read(CodeBundle bundle, long offset) throws IOException {
        try {
            if (offset == 0 && doubtful(bundle)) {
                store.verify(bundle.file());
            }
            return store.read(bundle.file(), offset, BundlePart.MAX_BYTES);
        } catch (BundleStore.DamagedBundleException | NoSuchFileException e) {
            LOG.warn("The file of the bundle {} is written anew: {}", bundle, e.getMessage());
            store.put(out -> host.write(bundle, out), bundle.size());
            return store.read(bundle.file(), offset, BundlePart.MAX_BYTES);
        }
    }

    /** Whether its file is to be compared with its name again: however many ask for it at once, one of them does that. */
    private synchronized boolean doubtful(CodeBundle bundle) {
        Held use = held.get(bundle.content());
        long now = runtime.nanoTime();
        if (use == null || now - use.known < WHOLE.toNanos()) {
            return false;
        }
        use.known = now;
        return true;
    }

    /** Of one life of a job. */
    private final class Use implements Offer {
        private final ProgramCode code;
        private boolean closed;

        Use(ProgramCode code) {
            this.code = code;
        }

        @Override
        public ProgramCode code() {
            return code;
        }

        @Override
        public synchronized void close() {
            if (closed || !code.shipped()) {
                return;
            }
            closed = true;
            try {
                runtime.executeBlocking(() -> code.bundles().forEach(OfferedCode.this::release));
            } catch (RuntimeException e) {
                LOG.debug("The container stops; its bundle store is swept at the next start", e);
            }
        }
    }
}
