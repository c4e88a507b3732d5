package io.github.foggara.api.client;

/**
 * @param source whether it begins with a source
 * @param recordsIn records that all subtasks took from other vertices; for a source vertex records read
 * @param recordsOut records emitted to other vertices; 0 if there are none
 */
public record VertexInfo(
        String name, int parallelism, boolean source, int running, int finished, long recordsIn, long recordsOut) {}
