package io.github.foggara.streams;

/** Found by {@link Aggregation} by name and type. On equal values the left one, which came first, stays. */
final class PrimitiveAggregates {
    private PrimitiveAggregates() {}

    static byte sum(byte left, byte right) {
        return (byte) (left + right);
    }

    static short sum(short left, short right) {
        return (short) (left + right);
    }

    static int sum(int left, int right) {
        return left + right;
    }

    static long sum(long left, long right) {
        return left + right;
    }

    static float sum(float left, float right) {
        return left + right;
    }

    static double sum(double left, double right) {
        return left + right;
    }

    static boolean min(boolean left, boolean right) {
        return left && right;
    }

    static char min(char left, char right) {
        return left <= right ? left : right;
    }

    static byte min(byte left, byte right) {
        return left <= right ? left : right;
    }

    static short min(short left, short right) {
        return left <= right ? left : right;
    }

    static int min(int left, int right) {
        return Math.min(left, right);
    }

    static long min(long left, long right) {
        return Math.min(left, right);
    }

    static float min(float left, float right) {
        return Float.compare(left, right) <= 0 ? left : right;
    }

    static double min(double left, double right) {
        return Double.compare(left, right) <= 0 ? left : right;
    }

    static boolean max(boolean left, boolean right) {
        return left || right;
    }

    static char max(char left, char right) {
        return left >= right ? left : right;
    }

    static byte max(byte left, byte right) {
        return left >= right ? left : right;
    }

    static short max(short left, short right) {
        return left >= right ? left : right;
    }

    static int max(int left, int right) {
        return Math.max(left, right);
    }

    static long max(long left, long right) {
        return Math.max(left, right);
    }

    static float max(float left, float right) {
        return Float.compare(left, right) >= 0 ? left : right;
    }

    static double max(double left, double right) {
        return Double.compare(left, right) >= 0 ? left : right;
    }
}
