package io.github.foggara.streams;

/**
 * The end of a stream; its methods speak of the sink's operator like those of {@link DataStream}.
 *
 * @param <T> type of the records
 */
public final class DataStreamSink<T> {
    private final GraphDraft draft;
    private final OperatorDraft operator;

    DataStreamSink(GraphDraft draft, OperatorDraft operator) {
        this.draft = draft;
        this.operator = operator;
    }

    /** Shown to users. */
    public DataStreamSink<T> name(String name) {
        draft.checkOpen();
        operator.name(name);
        return this;
    }

    /** Unique in the job, stable between versions of the program. */
    public DataStreamSink<T> uid(String uid) {
        draft.checkOpen();
        operator.uid(uid);
        return this;
    }

    /** Number of writers, from 1. */
    public DataStreamSink<T> setParallelism(int parallelism) {
        draft.checkOpen();
        operator.parallelism(parallelism);
        return this;
    }

    /** Writers run in tasks of their own. */
    public DataStreamSink<T> disableChaining() {
        draft.checkOpen();
        operator.startNewChain();
        return this;
    }
}
