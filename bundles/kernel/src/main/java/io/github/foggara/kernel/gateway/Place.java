package io.github.foggara.kernel.gateway;

/**
 * Where attempts will run, or why they cannot run there.
 *
 * @param container the same for all that is written in one process; empty if it is not told, since the attempts are in one process anyway
 * @param location where others reach the partitions that the attempts will write, as their shuffle service told; empty if that service says
 *     that it reaches no other process
 * @param trouble why the placement failed, for users; empty if it did not
 * @param room what the container shares among its slots; null if that is not told, since everything is in one container
 */
public record Place(String container, byte[] location, String trouble, Room room) {
    private static final int LONGEST = 2_000;

    /**
     * What slots share.
     *
     * @param memory bulk memory of the container, in bytes
     * @param slots how many there are, from 1
     */
    public record Room(long memory, int slots) {
        /** In bytes. */
        public long perSlot() {
            return memory / slots;
        }
    }

    /** It went well. */
    public static Place at(byte[] location) {
        return new Place("", location, "", null);
    }

    /** It failed, with these words; of very many only the first ones travel. */
    public static Place failed(String words) {
        String some = words.length() > LONGEST ? words.substring(0, LONGEST) + "..." : words;
        return new Place("", new byte[0], some.isBlank() ? "no reason is given" : some, null);
    }

    /** The same, in this container. */
    public Place in(String name, Room there) {
        return new Place(name, location, trouble, there);
    }

    public boolean failed() {
        return !trouble.isEmpty();
    }
}
