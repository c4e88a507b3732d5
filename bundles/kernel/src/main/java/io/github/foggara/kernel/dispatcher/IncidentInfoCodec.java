package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Incidents as a part of {@link RunRecordCodec}'s records. */
final class IncidentInfoCodec {
    private IncidentInfoCodec() {}

    static void write(RecordOutput out, List<IncidentInfo> incidents) {
        out.writeVarLong(incidents.size());
        for (IncidentInfo incident : incidents) {
            out.writeVarLong(incident.number());
            out.writeLong(incident.millis());
            out.writeVarLong(incident.failures().size());
            incident.failures().forEach(failure -> failure(out, failure));
            out.writeString(incident.strategy());
            out.writeString(incident.restarted());
            out.writeVarLong(incident.delayMillis());
            out.writeByte(incident.gaveUp().isPresent() ? 1 : 0);
            incident.gaveUp().ifPresent(out::writeString);
        }
    }

    static IncidentInfo read(RecordInput in) {
        long number = in.readVarLong();
        long millis = in.readLong();
        List<FailureInfo> failures = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            failures.add(failure(in));
        }
        return new IncidentInfo(
                number,
                millis,
                failures,
                in.readString(),
                in.readString(),
                in.readVarLong(),
                in.readByte() == 0 ? Optional.empty() : Optional.of(in.readString()));
    }

    private static void failure(RecordOutput out, FailureInfo failure) {
        out.writeLong(failure.millis());
        out.writeString(failure.vertex());
        out.writeInt(failure.subtask());
        out.writeInt(failure.attempt());
        out.writeString(failure.kind());
        out.writeString(failure.cause());
    }

    private static FailureInfo failure(RecordInput in) {
        return new FailureInfo(
                in.readLong(), in.readString(), in.readInt(), in.readInt(), in.readString(), in.readString());
    }
}
