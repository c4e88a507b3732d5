package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZonedDateTime;

/**
 * Values of any size as bytes that tell themselves where they end. Every byte is written xor a mask: 0 for ascending order, 0xFF for
 * descending order.
 */
final class KeyTexts {
    private static final int INVERTED = 0xFF;
    private static final int ONE_BYTE = 60;
    private static final int ZERO = 0x80;

    private KeyTexts() {}

    /**
     * By UTF-16 code unit, as {@link String#compareTo}. Each unit, plus one, is written as UTF-8 writes a number: that keeps the order of
     * units and takes one byte for most letters. Surrogates are units like others. No unit begins with the 0 that ends the text.
     */
    static void write(String text, RecordOutput out, int mask) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            int unit = text.charAt(i) + 1;
            if (unit < 0x80) {
                out.writeByte(unit ^ mask);
            } else {
                writeLarge(unit, out, mask);
            }
        }
        out.writeByte(mask);
    }

    private static void writeLarge(int unit, RecordOutput out, int mask) {
        if (unit < 0x800) {
            out.writeByte((0xC0 | unit >>> 6) ^ mask);
        } else if (unit < 0x10000) {
            out.writeByte((0xE0 | unit >>> 12) ^ mask);
            out.writeByte((0x80 | unit >>> 6 & 0x3F) ^ mask);
        } else {
            out.writeByte((0xF0 | unit >>> 18) ^ mask);
            out.writeByte((0x80 | unit >>> 12 & 0x3F) ^ mask);
            out.writeByte((0x80 | unit >>> 6 & 0x3F) ^ mask);
        }
        out.writeByte((0x80 | unit & 0x3F) ^ mask);
    }

    /** Its length with its sign, then two's complement: of equal signs and lengths those compare unsigned. */
    static void write(BigInteger value, RecordOutput out, int mask) {
        byte[] bytes = value.toByteArray();
        writeSigned(value.signum() < 0 ? -bytes.length : bytes.length, out, mask);
        for (byte b : bytes) {
            out.writeByte(b ^ mask);
        }
    }

    /**
     * By value: 1.0 ties 1.00. Sign, then for {@code 0.digits x 10^exponent} the exponent and the digits, two in a byte plus one, without
     * zeros at the end, closed by 0. Negative ones inverted.
     */
    static void write(BigDecimal value, RecordOutput out, int mask) {
        int sign = value.signum();
        out.writeByte(sign + 1 ^ mask);
        if (sign != 0) {
            writeMagnitude(value, out, sign < 0 ? mask ^ INVERTED : mask);
        }
    }

    private static void writeMagnitude(BigDecimal value, RecordOutput out, int mask) {
        String digits = value.unscaledValue().abs().toString();
        writeSigned((long) digits.length() - value.scale(), out, mask);
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        for (int i = 0; i < end; i += 2) {
            int second = i + 1 < end ? digits.charAt(i + 1) - '0' : 0;
            out.writeByte(10 * (digits.charAt(i) - '0') + second + 1 ^ mask);
        }
        out.writeByte(mask);
    }

    /** The last that {@link ZonedDateTime#compareTo} looks at. */
    static void writeZone(ZonedDateTime value, RecordOutput out, int mask) {
        write(value.getZone().getId(), out, mask);
    }

    /** Small numbers in one byte; of others the first byte says sign and size. */
    static void writeSigned(long value, RecordOutput out, int mask) {
        if (value >= -ONE_BYTE && value <= ONE_BYTE) {
            out.writeByte(ZERO + (int) value ^ mask);
            return;
        }
        int bytes = (Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value) + 7) / 8;
        out.writeByte((value < 0 ? ZERO - ONE_BYTE - bytes : ZERO + ONE_BYTE + bytes) ^ mask);
        for (int i = bytes - 1; i >= 0; i--) {
            out.writeByte((int) (value >>> 8 * i) ^ mask);
        }
    }
}
