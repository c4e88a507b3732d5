/**
 * Counts words: the job {@code word-count}. Start reading at {@link io.github.foggara.examples.wordcount.WordCount}, which
 * is the whole job; {@code Words} says what a word is.
 */
package io.github.foggara.examples.wordcount;
