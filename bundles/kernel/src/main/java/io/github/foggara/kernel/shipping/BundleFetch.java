package io.github.foggara.kernel.shipping;

import io.github.foggara.api.rpc.RemoteFailureException;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets the file of a bundle from the JobMaster, part by part, one at a time. When a connection breaks, it goes on with the next one where it
 * was. What came is compared with its hash before anybody uses it. One thread, which waits.
 */
final class BundleFetch {
    private static final Logger LOG = LoggerFactory.getLogger(BundleFetch.class);
    /** After which something that tells nobody is tried again. */
    static final Duration RETRY = Duration.ofMillis(500);

    /** How a question reaches the JobMaster: by the connection there is now. Never blocks. */
    interface Transfer {
        CompletionStage<byte[]> request(RpcMessage message);
    }

    /** Who waits for it. */
    interface Patience {
        /**
         * Waits until {@link #wake} or, if that is more than 0, so many nanoseconds.
         *
         * @throws AbandonedException if nobody waits any more
         */
        void pause(long nanos) throws AbandonedException;

        /** Any thread. */
        void wake();

        /** Something came. */
        void progress(String step);
    }

    private final Transfer transfer;
    private final Patience patience;

    BundleFetch(Transfer transfer, Patience patience) {
        this.transfer = transfer;
        this.patience = patience;
    }

    /**
     * @param file is replaced; of no use if this throws
     * @throws AbandonedException if nobody waits for it any more
     * @throws IOException in words: what came is not what was promised, the JobMaster refuses, the disk is full
     */
    void fetch(CodeBundle bundle, Path file) throws IOException {
        MessageDigest digest = BundleStore.sha256();
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            long offset = 0;
            while (offset < bundle.size()) {
                patience.progress("it has " + offset + " of " + bundle.size() + " bytes of the bundle " + bundle);
                byte[] bytes = part(bundle, offset).bytes();
                for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
                    channel.write(left);
                }
                digest.update(bytes);
                offset += bytes.length;
            }
        }
        String hash = HexFormat.of().formatHex(digest.digest());
        if (!hash.equals(bundle.file())) {
            throw new IOException("the file of the bundle " + bundle + " came as " + hash + " and not as "
                    + bundle.file() + "; it is not used");
        }
    }

    private BundlePart part(CodeBundle bundle, long offset) throws IOException {
        RpcMessage message = new RpcMessage(
                ClusterMessages.BUNDLE_WANTED.id(),
                ClusterMessages.BUNDLE_WANTED.encode(
                        new BundlePart.Wanted(HexFormat.of().parseHex(bundle.file()), offset)));
        while (true) {
            CompletableFuture<byte[]> answer = transfer.request(message).toCompletableFuture();
            answer.whenComplete((bytes, failure) -> patience.wake());
            while (!answer.isDone()) {
                patience.pause(0);
            }
            try {
                return checked(bundle, offset, answer.join());
            } catch (CompletionException e) {
                if (e.getCause() instanceof RemoteFailureException refusal) {
                    throw new IOException("the JobMaster does not hand it out: " + refusal.getMessage(), refusal);
                }
                LOG.info("The bundle {} is asked for again, from byte {} on: {}", bundle, offset, e.getMessage());
                patience.pause(RETRY.toNanos());
            }
        }
    }

    private static BundlePart checked(CodeBundle bundle, long offset, byte[] body) throws IOException {
        String wrong;
        try {
            if (body.length > ClusterMessages.BUNDLE_PART.maxBytes()) {
                throw new IllegalArgumentException("it has " + body.length + " bytes");
            }
            BundlePart part = ClusterMessages.BUNDLE_PART.decode(body);
            int length = part.bytes().length;
            if (part.size() == bundle.size() && length > 0 && length <= bundle.size() - offset) {
                return part;
            }
            wrong = length + " bytes of " + part.size() + " instead of " + bundle.size();
        } catch (IllegalArgumentException e) {
            wrong = e.getMessage();
        }
        throw new IOException("a part of the bundle " + bundle + " at " + offset + " is wrong: " + wrong);
    }

    /** Nobody waits for it any more. */
    static final class AbandonedException extends IOException {
        private static final long serialVersionUID = 1L;

        AbandonedException() {
            super("nobody waits for it any more");
        }
    }
}
