package io.github.foggara.api.state;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Segments and head at one moment. */
@ConsumerType
public interface SegmentedSnapshot extends AutoCloseable {
    /** In the operator's own format, with a version of it. Task thread. */
    byte[] head();

    /** In an order that the operator chooses. The same object as in an earlier snapshot stands for the same bytes. Task thread. */
    List<? extends Segment> segments();

    /** The segments were written, or are not wanted: what is pinned for it may go. Any thread; idempotent. */
    @Override
    void close();
}
