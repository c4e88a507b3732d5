package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import java.util.Objects;

/** One attempt that reads a channel, and checks what it is told. */
final class ReadingAttempt {
    private final ChannelHistory history;
    private final InputGate gate;
    private final GateCursor cursor = new GateCursor();
    private long watermark;
    private boolean dataEnded;
    private boolean ended;
    private boolean anyRecord;
    private int elements;

    ReadingAttempt(ChannelHistory history, InputGate gate) {
        this.history = history;
        this.gate = gate;
    }

    InputGate gate() {
        return gate;
    }

    int elements() {
        return elements;
    }

    /** Polls so many times, or until nothing is there. A gate that was closed reads nothing. */
    void read(int polls) {
        for (int i = 0; i < polls; i++) {
            try {
                if (!poll()) {
                    return;
                }
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("This gate is closed");
                return;
            }
        }
    }

    boolean poll() {
        if (!gate.poll(cursor)) {
            return false;
        }
        while (cursor.hasRecord()) {
            record(cursor.sequence(), cursor.take());
        }
        ChannelEvent event = cursor.takeEvent();
        if (event != null) {
            event(event);
        }
        elements++;
        return true;
    }

    private void record(long number, Object record) {
        assertThat(Objects.deepEquals(record, ChannelHistory.record(number)))
                .as("record " + number)
                .isTrue();
        assertThat(dataEnded).as("a record behind the end").isFalse();
        assertThat(watermark).as("watermark at record " + number).isEqualTo(history.watermarkBefore(number));
        history.read(this, number, !anyRecord);
        anyRecord = true;
    }

    private void event(ChannelEvent event) {
        assertThat(ended).as("an event behind the end").isFalse();
        if (event instanceof Watermark mark) {
            assertThat(dataEnded).as("a watermark behind the end of data").isFalse();
            assertThat(mark.timestamp()).as("watermark").isGreaterThan(watermark);
            watermark = mark.timestamp();
            assertThat(history.writtenBefore(watermark))
                    .as("records before watermark " + watermark)
                    .isLessThanOrEqualTo(gate.position(0));
        } else if (event instanceof EndOfData) {
            assertThat(dataEnded).as("end of data told twice").isFalse();
            dataEnded = true;
            history.checkAllRead();
        } else if (event instanceof EndOfPartition) {
            assertThat(dataEnded)
                    .as("the end of the partition before the end of data")
                    .isTrue();
            ended = true;
        }
    }

    void checkEnded() {
        assertThat(dataEnded && ended).as("both ends were told").isTrue();
        assertThat(watermark).isEqualTo(history.newestWatermark());
        history.checkAllRead();
    }
}
