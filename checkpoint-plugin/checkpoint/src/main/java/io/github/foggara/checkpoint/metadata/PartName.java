package io.github.foggara.checkpoint.metadata;

/**
 * A file with parts, as metadata names it.
 *
 * @param shared whether it is in the shared directory beside the checkpoint's; otherwise it is beside the metadata
 * @param name plain, see {@link PartNames}
 */
public record PartName(boolean shared, String name) {}
