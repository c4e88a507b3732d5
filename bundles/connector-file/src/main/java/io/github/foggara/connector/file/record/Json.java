package io.github.foggara.connector.file.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

/** Jackson's streaming layer as this bundle uses it. */
final class Json {
    private Json() {}

    /**
     * Made per reader or writer and with buffers of its own: Jackson's default keeps them in thread locals and its names in a
     * table of the whole JVM, which would outlive a job.
     */
    static JsonFactory newFactory() {
        return new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .recyclerPool(JsonRecyclerPools.newBoundedPool(1))
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .rootValueSeparator("")
                .build();
    }
}
