/**
 * What records are sorted by, and how a record's sort key becomes bytes that compare as the keys do. The DataStream API writes a {@link
 * io.github.foggara.api.sort.SortSpec} into the parameters of an operator and checks it when the job is built; the operator makes a {@link
 * io.github.foggara.api.sort.SortKeyEncoder} of it. Both use these classes, so what was accepted can be sorted.
 *
 * <p>The operators of full-partition windows are references ({@code OperatorRef}) to the plugin {@code partition-window}:
 *
 * <table>
 * <caption>Operators</caption>
 * <tr><th>name</th><th>functions, behind the key selector</th><th>parameters</th></tr>
 * <tr><td>{@code map-partition}</td><td>a {@code MapPartitionFunction}</td><td></td></tr>
 * <tr><td>{@code reduce}</td><td>a {@code ReduceFunction}</td><td></td></tr>
 * <tr><td>{@code aggregate}</td><td>an {@code AggregateFunction}; the class of its accumulator is type argument 1 in its
 * {@code FunctionSignature}</td><td></td></tr>
 * <tr><td>{@code sort}</td><td>one {@code KeySelector} for each criterion that names a function</td><td>{@code sort.0},
 * {@code sort.1}, …; {@code limit}. No criterion: order of arrival</td></tr>
 * </table>
 *
 * <p>Two more take two passes over the same records. The operator of the first pass is given the records and emits, when they have ended, what it
 * saw, in {@code byte[]}s that only these operators read. It is chained to, or reads forward from, the same producer as the operator of the second pass, which
 * has the same parallelism and two inputs: 0 are the records, 1 is the first pass, broadcast. The edge behind {@code range-route} is {@link
 * io.github.foggara.api.graph.Partitioning.Direct}.
 *
 * <table>
 * <caption>Operators of two passes</caption>
 * <tr><th>first pass</th><th>second pass</th><th>functions and parameters of both</th></tr>
 * <tr><td>{@code range-sample}</td><td>{@code range-route}: sends each record to the range of its key</td><td>as {@code sort}, with one
 * criterion or more and without a limit</td></tr>
 * <tr><td>{@code count}</td><td>{@code index}: emits an {@link io.github.foggara.api.function.Indexed} for each record</td><td></td></tr>
 * </table>
 *
 * <p>{@code keyed=true} stands in the parameters of the others if a partition is a key: then functions[0] is its {@code KeySelector}, all other functions
 * move up by one, and the operator's input is hash partitioned by that selector. Without {@code keyed} a partition is a
 * subtask. The one class of all records that come in, that of all that go out, and that of accumulators are known in the graph and
 * registered with the job; that of keys as far as the compiler kept it.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.sort;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
