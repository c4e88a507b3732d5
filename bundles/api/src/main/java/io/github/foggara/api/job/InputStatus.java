package io.github.foggara.api.job;

/** What a reader says when it returns from a poll. */
public enum InputStatus {
    /** Call again at once. */
    MORE_AVAILABLE,
    /** Call again after a wake or a new split. */
    NOTHING_AVAILABLE,
    /** Never call again: all splits are read and no more will come. */
    END_OF_INPUT
}
