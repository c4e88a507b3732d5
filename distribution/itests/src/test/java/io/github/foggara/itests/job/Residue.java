package io.github.foggara.itests.job;

/** A number and its remainder by seven. */
public record Residue(int residue, long number) {
    static Residue of(long number) {
        return new Residue((int) (number % 7), number);
    }

    static int compare(Residue left, Residue right) {
        return Long.compare(left.number, right.number);
    }
}
