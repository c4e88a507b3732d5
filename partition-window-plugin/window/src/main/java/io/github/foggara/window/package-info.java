/**
 * The operators behind {@code fullWindowPartition} (FLIP-380): each sees all records of a partition before it emits any. Start reading at
 * {@link io.github.foggara.window.PartitionWindowProvider}, which makes them.
 *
 * <p>Three operators do it all. {@code FoldOperator}: {@code reduce} and {@code aggregate} over a subtask. {@code MapPartitionOperator}: {@code
 * mapPartition} over a subtask. {@code SortOperator}: {@code sort}, and every operator whose partitions are keys, since it sorts by the key; what
 * becomes of the sorted records is an {@code Emission}. Everything runs on the task thread, but for what sorter and spools give to the io pool.
 */
package io.github.foggara.window;
