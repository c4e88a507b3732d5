/** A job bundle that counts words. */
package io.github.foggara.examples.wordcount;
