package io.github.foggara.api.job;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Writes what must not be visible yet. Task thread only. */
@ConsumerType
public interface SinkWriter<T> {
    void open() throws Exception;

    void write(T record) throws Exception;

    /**
     * All input was written: make it durable.
     *
     * @return committables: opaque bytes that tell the committer what to publish; it gets those of the one attempt per
     *     subtask that finished
     */
    List<byte[]> finish() throws Exception;

    /** Exactly once after {@link #open}, also on failure and cancel; without a {@link #finish} nothing may stay. */
    void close() throws Exception;
}
