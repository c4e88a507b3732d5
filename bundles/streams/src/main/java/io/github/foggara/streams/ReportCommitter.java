package io.github.foggara.streams;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.SinkCommitter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Each committable is one line of UTF-8. Coord thread. */
final class ReportCommitter implements SinkCommitter {
    private final CommitterContext context;
    private boolean reported;

    ReportCommitter(CommitterContext context) {
        this.context = context;
    }

    @Override
    public void open() {
        reported = false;
    }

    @Override
    public void commit(List<byte[]> committables) {
        if (!reported) {
            reported = true;
            committables.forEach(line -> context.report(new String(line, StandardCharsets.UTF_8)));
        }
    }

    @Override
    public void abort() {
        reported = false;
    }
}
