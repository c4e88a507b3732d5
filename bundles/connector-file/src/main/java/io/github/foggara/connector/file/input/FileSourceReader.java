package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.BadRecordException;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.connector.file.FileSplit;
import io.github.foggara.connector.file.OnLost;
import io.github.foggara.connector.file.OnMalformed;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the splits it asked for, one at a time. Task thread only; waits for the disk, never for splits. */
public final class FileSourceReader<T> implements SourceReader<T, FileSplit> {
    private static final Logger LOG = LoggerFactory.getLogger(FileSourceReader.class);
    /** The share read is told anew after so many bytes, also within one long poll. */
    private static final long PROGRESS_STEP = 1 << 20;

    private final ReaderContext context;
    private final RecordFormat<T> format;
    private final LineLimit longest;
    private final MalformedRecords malformed;
    private final OnLost onLost;

    private final Deque<FileSplit> splits = new ArrayDeque<>();
    private SplitReader current;
    private boolean requested;
    private boolean noMoreSplits;
    private String headerOf;
    private long finishedBytes;
    private long toldBytes;

    /**
     * @param advice what users can do about a malformed record but correct it
     */
    public FileSourceReader(
            ReaderContext context,
            RecordFormat<T> format,
            LineLimit longest,
            OnMalformed policy,
            String advice,
            OnLost onLost) {
        this.onLost = onLost;
        this.context = context;
        this.format = format;
        this.longest = longest;
        this.malformed = new MalformedRecords(policy, advice, context.operatorName(), context.subtask());
    }

    @Override
    public void open() {
        requestSplit();
    }

    @Override
    public InputStatus poll(SourceOutput<T> out) throws Exception {
        while (out.mayContinue()) {
            if (current == null) {
                FileSplit split = splits.peek();
                if (split == null) {
                    return waitForSplit();
                }
                begin(split);
                splits.remove();
            }
            if (current != null) {
                drain(out);
            }
        }
        return InputStatus.MORE_AVAILABLE;
    }

    private InputStatus waitForSplit() {
        if (noMoreSplits) {
            malformed.report();
            return InputStatus.END_OF_INPUT;
        }
        requestSplit();
        return InputStatus.NOTHING_AVAILABLE;
    }

    private void requestSplit() {
        if (!requested && !noMoreSplits && splits.isEmpty()) {
            requested = true;
            context.requestSplit();
        }
    }

    /** Leaves no current split if it is lost and may be. */
    private void begin(FileSplit split) throws IOException {
        try {
            if (format.hasHeader() && !headerKey(split).equals(headerOf)) {
                readHeader(split);
            }
            current = SplitReader.open(split, format, longest);
        } catch (LostContentException e) {
            lost(e);
        }
    }

    /** A followed file may be another one under the same name. */
    private static String headerKey(FileSplit split) {
        return split.followed() ? split.path() + split.mark() : split.path();
    }

    private void lost(LostContentException e) throws LostContentException {
        if (onLost == OnLost.FAIL) {
            throw e;
        }
        LOG.warn("{}, subtask {}: {}", context.operatorName(), context.subtask(), e.getMessage());
    }

    private void readHeader(FileSplit split) throws IOException {
        FileSplit first = new FileSplit(
                split.path(), 0, Math.min(1, split.end()), split.fileSize(), split.modified(), split.mark());
        try (SplitInput input = InputFile.open(first, 0)) {
            LineSplitter lines = new LineSplitter(split.path(), input, 0, Long.MAX_VALUE, longest);
            if (lines.next()) {
                format.header(lines.bytes(), lines.offset(), lines.length());
            }
            headerOf = headerKey(split);
        } catch (MalformedRecordException e) {
            throw new BadRecordException("The header row of '" + split.path() + "' does not fit: " + e.getMessage());
        }
    }

    private void drain(SourceOutput<T> out) throws Exception {
        SplitReader reader = current;
        LineSplitter line = reader.line();
        do {
            if (!nextLine(reader)) {
                endSplit();
                return;
            }
            T record = null;
            try {
                record = format.read(line.bytes(), line.offset(), line.length(), line.ascii());
            } catch (MalformedRecordException e) {
                malformed.add(reader.split(), line, e.getMessage());
            }
            if (record != null) {
                out.collect(record);
            }
            if (finishedBytes + reader.progress() - toldBytes >= PROGRESS_STEP) {
                tell(finishedBytes + reader.progress());
            }
        } while (out.mayContinue());
    }

    private boolean nextLine(SplitReader reader) throws IOException {
        try {
            return reader.next();
        } catch (LostContentException e) {
            lost(e);
            return false;
        }
    }

    private void endSplit() throws IOException {
        finishedBytes += current.progress();
        current.close();
        current = null;
        tell(finishedBytes);
    }

    private void tell(long bytes) {
        toldBytes = bytes;
        context.progress(bytes);
    }

    @Override
    public void addSplits(List<FileSplit> added) {
        splits.addAll(added);
        requested = false;
    }

    @Override
    public void noMoreSplits() {
        noMoreSplits = true;
    }

    @Override
    public List<FileSplit> snapshot() {
        List<FileSplit> rest = new ArrayList<>();
        if (current != null && !current.rest().empty()) {
            rest.add(current.rest());
        }
        rest.addAll(splits);
        return rest;
    }

    @Override
    public void close() throws IOException {
        malformed.report();
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
