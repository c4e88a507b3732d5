/**
 * Checkpoints of streaming jobs, as {@code foggara.plugin=default}.
 *
 * <p>Start with {@link io.github.foggara.checkpoint.DefaultCheckpointService}. When a checkpoint begins and what becomes of it is decided in
 * {@link io.github.foggara.checkpoint.coordinator} (main thread); how many barriers become one moment, in {@link
 * io.github.foggara.checkpoint.barrier} (task thread); where the bytes are, in {@link io.github.foggara.checkpoint.storage} (io); and what a
 * metadata file holds, in {@link io.github.foggara.checkpoint.metadata}.
 */
package io.github.foggara.checkpoint;
