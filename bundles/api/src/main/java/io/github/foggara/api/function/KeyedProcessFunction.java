package io.github.foggara.api.function;

/**
 * A function behind {@code keyBy} with the whole life cycle: {@code open, process…, endInput, finish, close} (FLIP-147). State that it
 * asked for in {@code open} speaks of the key of the record that is being processed:
 *
 * <pre>{@code
 * final class CountPerUser implements KeyedProcessFunction<String, Login, Alert> {
 *   private ValueState<Long> seen;
 *
 *   public void open(RuntimeContext context) {
 *     seen = context.state(new ValueStateDescriptor<>("seen", Long.class));
 *   }
 *
 *   public void process(Login login, Context<String> context, Collector<Alert> out) {
 *     long count = seen.value() == null ? 1 : seen.value() + 1;
 *     seen.update(count);
 *     if (count == 3) {
 *       out.collect(new Alert(context.currentKey()));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Types that a descriptor names need a codec. Built-in ones and those the job has as records or keys have one, and those of a
 * descriptor in a field of the function get one. For others add {@code env.register(TheType.class)}, or {@code open} is refused with
 * that line.
 *
 * @param <K> type of the key
 * @param <T> type of the input
 * @param <R> type of the output
 */
@FunctionalInterface
public interface KeyedProcessFunction<K, T, R> extends Function {
    /**
     * Called for each record on the task thread.
     *
     * @param context only valid until this method returns
     */
    void process(T record, Context<K> context, Collector<R> out) throws Exception;

    /** All input has been read; records may still be emitted, but there is no current key. Called once, before {@link #finish}. */
    default void endInput(Collector<R> out) throws Exception {}

    /** The last chance to emit, without a current key; called only if the job drains (natural end, or stop with drain). */
    default void finish(Collector<R> out) throws Exception {}

    /** What is known of the record that is being processed. */
    interface Context<K> {
        /** The key that keyBy gave for the record. */
        K currentKey();
    }
}
