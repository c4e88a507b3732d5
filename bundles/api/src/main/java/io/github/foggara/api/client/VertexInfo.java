package io.github.foggara.api.client;

/**
 * @param source whether it begins with a source
 * @param attempt highest attempt number among its subtasks, from 0
 * @param recordsIn records that all subtasks took from other vertices; for a source vertex records read
 * @param recordsOut records emitted to other vertices; 0 if there are none
 */
public record VertexInfo(
        String name,
        int parallelism,
        boolean source,
        int running,
        int finished,
        int attempt,
        long recordsIn,
        long recordsOut) {
    /** The same with another highest attempt. */
    public VertexInfo attempt(int highest) {
        return new VertexInfo(name, parallelism, source, running, finished, highest, recordsIn, recordsOut);
    }
}
