package io.github.foggara.shuffle.local;

/** Keeps the fields of a subclass off the cache line of whatever object was allocated before it. */
class QueuePadding {
    long p0;
    long p1;
    long p2;
    long p3;
    long p4;
    long p5;
    long p6;
}
