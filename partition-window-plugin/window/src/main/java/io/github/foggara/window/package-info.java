/** The operators behind {@code fullWindowPartition} (FLIP-380): each sees all records of a partition before it emits any. */
package io.github.foggara.window;
