package io.github.foggara.benchmarks.work;

/** A record of ten fields of different types; the key is a string and the last field is summed. */
public record Wide(
        String key,
        long id,
        int quantity,
        double price,
        boolean express,
        String city,
        short region,
        byte channel,
        float weight,
        long amount) {
    private static final String[] CITIES = {
        "Adrar", "Timimoun", "Reggane", "Aoulef", "In Salah", "Tit", "Zaouiet", "Ouled"
    };

    /** The record of that number. */
    public static Wide of(long number, long keys) {
        long key = Numbers.key(number, keys);
        return new Wide(
                Numbers.text(key),
                number,
                quantity(number),
                price(number),
                express(number),
                city(number),
                region(number),
                channel(number),
                weight(number),
                Numbers.value(key));
    }

    public static int quantity(long number) {
        return (int) (number & 63);
    }

    public static double price(long number) {
        return (number & 1023) * 0.25;
    }

    public static boolean express(long number) {
        return (number & 1) == 0;
    }

    public static String city(long number) {
        return CITIES[(int) (number & 7)];
    }

    public static short region(long number) {
        return (short) (number & 255);
    }

    public static byte channel(long number) {
        return (byte) (number & 15);
    }

    public static float weight(long number) {
        return (number & 127) * 0.5f;
    }

    /** This record with another amount. */
    public Wide amount(long other) {
        return new Wide(key, id, quantity, price, express, city, region, channel, weight, other);
    }
}
