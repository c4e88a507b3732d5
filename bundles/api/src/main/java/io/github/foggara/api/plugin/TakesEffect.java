package io.github.foggara.api.plugin;

/** When a changed option is in force. */
public enum TakesEffect {
    AT_ONCE("at once"),
    NEXT_FAILURE("at the next failure"),
    NEXT_CHECKPOINT("at the next checkpoint"),
    RESTART("by a restart of the job");

    private final String words;

    TakesEffect(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
