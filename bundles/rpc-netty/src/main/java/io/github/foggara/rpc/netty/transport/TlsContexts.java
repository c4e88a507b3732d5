package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.security.TlsFiles;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutual TLS 1.3 by what the files hold now. They are looked at every five seconds on an io thread; connections that begin later use what is
 * new, those that exist go on. Files that cannot be used leave the former ones in force, with one warning for each reason.
 */
final class TlsContexts {
    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Logger LOG = LoggerFactory.getLogger(TlsContexts.class);
    private static final String PROTOCOL = "TLSv1.3";
    private static final long CLOSE_MILLIS = 1000;

    private record Stamp(Object key, long modified, long size) {}

    private record Contexts(SslContext server, SslContext client, List<Stamp> stamps) {}

    /** Reads files. */
    interface Reader {
        PemFiles read(TlsFiles files) throws IOException;
    }

    private final TlsFiles files;
    private final Reader reader;
    private final EngineRuntime runtime;
    private volatile Contexts contexts;
    private volatile EngineRuntime.Cancellable timer;
    private volatile boolean closed;
    /** Touched by one look at a time. */
    private String lastProblem = "";

    /** Does what takes long in a handshake, which are the operations with keys. */
    private final Executor signers;

    private TlsContexts(TlsFiles files, EngineRuntime runtime, Executor signers, Reader reader, Contexts first) {
        this.reader = reader;
        this.signers = signers;
        this.files = files;
        this.runtime = runtime;
        this.contexts = first;
    }

    /**
     * Reads the files; blocks.
     *
     * @param signers runs the operations with keys, so that a net thread does not stand still for them
     * @throws IOException naming the file and what is wrong with it
     */
    static TlsContexts open(TlsFiles files, EngineRuntime runtime, Executor signers) throws IOException {
        return open(files, runtime, signers, PemFiles::read);
    }

    static TlsContexts open(TlsFiles files, EngineRuntime runtime, Executor signers, Reader reader) throws IOException {
        TlsContexts tls = new TlsContexts(files, runtime, signers, reader, load(files, reader));
        tls.schedule();
        return tls;
    }

    /** Net thread. */
    SslHandler server(ByteBufAllocator allocator) {
        return limited(contexts.server().newHandler(allocator, signers));
    }

    /** Net thread. */
    SslHandler client(ByteBufAllocator allocator) {
        return limited(contexts.client().newHandler(allocator, signers));
    }

    /** The handshake has a deadline of ours, by the runtime's clock. */
    private static SslHandler limited(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(0);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_MILLIS);
        return handler;
    }

    void close() {
        closed = true;
        timer.cancel();
    }

    private void schedule() {
        timer = runtime.schedule(LOOK_NANOS, this::due);
        if (closed) {
            timer.cancel();
        }
    }

    /** Whatever happens to one look, the next one comes. On a thread of the runtime. */
    private void due() {
        try {
            runtime.executeBlocking(this::look);
        } catch (RuntimeException e) {
            LOG.warn("TLS files could not be looked at this time: {}", String.valueOf(e.getMessage()));
            schedule();
        }
    }

    private void look() {
        if (closed) {
            return;
        }
        try {
            if (!stamps(files).equals(contexts.stamps())) {
                contexts = load(files, reader);
                lastProblem = "";
                LOG.info("TLS files have changed; new connections use {}", files.certificateChain());
            }
        } catch (IOException | RuntimeException e) {
            if (!lastProblem.equals(String.valueOf(e.getMessage()))) {
                lastProblem = String.valueOf(e.getMessage());
                LOG.warn("TLS files have changed and cannot be used, the former ones stay in force: {}", lastProblem);
            }
        } finally {
            schedule();
        }
    }

    private static Contexts load(TlsFiles files, Reader reader) throws IOException {
        // Before the files are read: a change in between is seen by the next look.
        List<Stamp> stamps = stamps(files);
        PemFiles pem = reader.read(files);
        SslContext server = builder(pem, SslContextBuilder.forServer(pem.key(), pem.chain()))
                .clientAuth(ClientAuth.REQUIRE)
                .build();
        SslContext client = builder(pem, SslContextBuilder.forClient().keyManager(pem.key(), pem.chain()))
                // Every certificate of the cluster's authority is a member's, whatever its host is called.
                .endpointIdentificationAlgorithm(null)
                .build();
        return new Contexts(server, client, stamps);
    }

    private static SslContextBuilder builder(PemFiles pem, SslContextBuilder builder) {
        return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOL).trustManager(pem.trusted());
    }

    private static List<Stamp> stamps(TlsFiles files) throws IOException {
        List<Stamp> stamps = new ArrayList<>();
        for (Path file : List.of(files.certificateChain(), files.privateKey(), files.trustedCertificates())) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(new Stamp(found.fileKey(), found.lastModifiedTime().toMillis(), found.size()));
            } catch (FileSystemException e) {
                throw new IOException(
                        "The file " + file + " cannot be read: " + e.getClass().getSimpleName());
            }
        }
        return stamps;
    }
}
