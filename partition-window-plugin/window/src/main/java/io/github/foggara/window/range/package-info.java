/**
 * What takes two passes over all records: sending each to a range of keys, and numbering them. A first operator looks at the records of its
 * subtask as they come ({@link io.github.foggara.window.range.TallyOperator}) and tells every subtask of the second one what it saw when they have
 * ended. The second ({@link io.github.foggara.window.range.SecondPass}) keeps the same records on disk until it has heard of all, and then
 * emits them. Start with {@link io.github.foggara.window.range.SecondPass}.
 */
package io.github.foggara.window.range;
