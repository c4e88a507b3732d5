package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.BadRecordException;
import io.github.foggara.connector.file.FileSplit;
import io.github.foggara.connector.file.OnMalformed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the policy for records that cannot be read. Task thread only. */
final class MalformedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(MalformedRecords.class);
    private static final int LOGGED = 5;
    private static final int SHOWN_BYTES = 200;

    private final OnMalformed policy;
    private final String advice;
    private final String operator;
    private final int subtask;
    private long skipped;
    private long reported;

    MalformedRecords(OnMalformed policy, String advice, String operator, int subtask) {
        this.policy = policy;
        this.advice = advice;
        this.operator = operator;
        this.subtask = subtask;
    }

    /**
     * @throws BadRecordException under {@link OnMalformed#FAIL}, with file, line, reason and text
     */
    void add(FileSplit split, LineSplitter line, String reason) throws IOException {
        if (policy == OnMalformed.FAIL) {
            throw new BadRecordException(describe(split, line, reason) + ". Correct the file, or " + advice + ".");
        }
        skipped++;
        if (skipped <= LOGGED) {
            LOG.warn("Skipped a record: {}", describe(split, line, reason));
        }
    }

    /** Logs how many were skipped since the last report. */
    void report() {
        if (skipped > reported) {
            LOG.warn("{}, subtask {}: skipped {} malformed records", operator, subtask, skipped);
            reported = skipped;
        }
    }

    private static String describe(FileSplit split, LineSplitter line, String reason) throws IOException {
        long number = LineNumbers.at(split, line.lineOffset());
        int shown = Math.min(SHOWN_BYTES, line.length());
        String text = new String(line.bytes(), line.offset(), shown, StandardCharsets.UTF_8);
        return "'" + split.path() + "', line " + number + ": " + reason + ". The line is: " + text
                + (shown < line.length() ? "… (" + line.length() + " bytes)" : "");
    }
}
