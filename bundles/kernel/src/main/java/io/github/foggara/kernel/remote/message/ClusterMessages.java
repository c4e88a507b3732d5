package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.rpc.MessageCodec;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcMessages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All types of messages between a JobMaster and a TaskManager. An id is never given to another type.
 *
 * <table>
 * <caption>The table</caption>
 * <tr><th>id</th><th>message</th><th>direction</th><th>most bytes</th></tr>
 * <tr><td>1</td><td>place</td><td>to the TaskManager</td><td>8 MiB</td></tr>
 * <tr><td>2</td><td>deploy</td><td>to the TaskManager</td><td>60 MiB</td></tr>
 * <tr><td>3</td><td>cancel</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>4</td><td>add-splits</td><td>to the TaskManager</td><td>60 MiB</td></tr>
 * <tr><td>5</td><td>trigger-checkpoint</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>6</td><td>checkpoint-completed</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>7</td><td>checkpoint-aborted</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>8</td><td>take-over</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>9</td><td>release-partitions</td><td>to the TaskManager</td><td>8 MiB</td></tr>
 * <tr><td>10</td><td>abandon-job</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>11</td><td>release-job</td><td>to the TaskManager</td><td>1 KiB</td></tr>
 * <tr><td>20</td><td>report</td><td>to the JobMaster</td><td>60 MiB</td></tr>
 * <tr><td>21</td><td>request-split</td><td>to the JobMaster</td><td>1 KiB</td></tr>
 * <tr><td>22</td><td>attempts</td><td>to the JobMaster</td><td>8 MiB</td></tr>
 * <tr><td>23</td><td>released</td><td>to the JobMaster</td><td>1 KiB</td></tr>
 * <tr><td>24</td><td>placed</td><td>to the JobMaster</td><td>8 MiB</td></tr>
 * <tr><td>30</td><td>register, a request; its answer has no id</td><td>to the JobMaster</td><td>8 MiB</td></tr>
 * <tr><td>31</td><td>received</td><td>both</td><td>1 KiB</td></tr>
 * <tr><td>32</td><td>deregister</td><td>to the JobMaster</td><td>8 MiB</td></tr>
 * <tr><td>33</td><td>bundle-wanted, a request; its answer has no id</td><td>to the JobMaster</td><td>1 KiB</td></tr>
 * </table>
 *
 * <p>Orders (1 to 19) and answers (20 to 29) are {@link Numbered}: they belong to a session and come in order, once.
 */
public final class ClusterMessages {
    static final int SMALL = 1 << 10;
    static final int MEDIUM = 8 << 20;
    static final int LARGE = 60 << 20;

    /** The request of a TaskManager that offers itself. */
    public static final MessageCodec<Registration> REGISTER = new MessageType<>(
            30,
            "register",
            MEDIUM,
            Registration.class,
            (out, registration) -> {
                out.writeVarLong(registration.number());
                out.writeVarLong(registration.slots());
                out.writeVarLong(registration.memory());
                out.writeLong(registration.session());
                out.writeVarLong(registration.received());
                Fields.running(out, registration.running());
                Fields.running(out, registration.hanging());
            },
            in -> new Registration(
                    in.readVarLong(),
                    Fields.index(in),
                    in.readVarLong(),
                    in.readLong(),
                    in.readVarLong(),
                    Fields.running(in),
                    Fields.running(in)));

    /** The answer to {@link #REGISTER}. */
    public static final MessageCodec<Registration.Accepted> ACCEPTED = new MessageType<>(
            30,
            "registered",
            SMALL,
            Registration.Accepted.class,
            (out, accepted) -> {
                out.writeLong(accepted.session());
                Fields.flag(out, accepted.resumed());
                out.writeVarLong(accepted.received());
            },
            in -> new Registration.Accepted(in.readLong(), Fields.flag(in), in.readVarLong()));

    /** Says how many messages of the session have come, where nothing else is to be said. */
    public static final MessageCodec<Long> RECEIVED = new MessageType<>(
            31, "received", SMALL, Long.class, (out, received) -> out.writeVarLong(received), in -> in.readVarLong());

    public static final MessageCodec<Deregistration> DEREGISTER = new MessageType<>(
            32,
            "deregister",
            MEDIUM,
            Deregistration.class,
            (out, end) -> {
                out.writeLong(end.session());
                Fields.running(out, end.running());
            },
            in -> new Deregistration(in.readLong(), Fields.running(in)));

    /** The request of a TaskManager that lacks a bundle. */
    public static final MessageCodec<BundlePart.Wanted> BUNDLE_WANTED = new MessageType<>(
            33,
            "bundle-wanted",
            SMALL,
            BundlePart.Wanted.class,
            (out, wanted) -> {
                out.writeBytes(wanted.file(), 0, BundlePart.Wanted.HASH_BYTES);
                out.writeVarLong(wanted.offset());
            },
            in -> new BundlePart.Wanted(in.readBytes(BundlePart.Wanted.HASH_BYTES), in.readVarLong()));

    /** The answer to {@link #BUNDLE_WANTED}. */
    public static final MessageCodec<BundlePart> BUNDLE_PART = new MessageType<>(
            33,
            "bundle-part",
            BundlePart.MAX_BYTES + SMALL,
            BundlePart.class,
            (out, part) -> {
                out.writeVarLong(part.size());
                Fields.bytes(out, part.bytes());
            },
            in -> new BundlePart(in.readVarLong(), Fields.bytes(in)));

    private static final Map<Class<?>, MessageType<?>> BY_CLASS = new HashMap<>();
    private static final Map<Integer, NumberedType<? extends Order>> ORDERS = new HashMap<>();
    private static final Map<Integer, NumberedType<? extends Answer>> ANSWERS = new HashMap<>();
    private static final RpcMessages ALL;

    static {
        List<MessageCodec<?>> all = new ArrayList<>(List.of(REGISTER, RECEIVED, DEREGISTER, BUNDLE_WANTED));
        OrderTypes.ALL.forEach(type -> ORDERS.put(type.id(), new NumberedType<>(type)));
        AnswerTypes.ALL.forEach(type -> ANSWERS.put(type.id(), new NumberedType<>(type)));
        OrderTypes.ALL.forEach(type -> BY_CLASS.put(type.type(), type));
        AnswerTypes.ALL.forEach(type -> BY_CLASS.put(type.type(), type));
        all.addAll(ORDERS.values());
        all.addAll(ANSWERS.values());
        ALL = new RpcMessages(all);
    }

    private ClusterMessages() {}

    /** What a node of a cluster understands. */
    public static RpcMessages all() {
        return ALL;
    }

    /** An order or answer as a body, before it is numbered. */
    public record Encoded(int type, byte[] body) {
        /** The message as the so-manieth of a session. */
        public RpcMessage numbered(long number, long received) {
            return new RpcMessage(type, NumberedType.encode(number, received, body));
        }
    }

    /**
     * @throws IllegalArgumentException saying how long it is and how long it may be
     */
    public static Encoded encode(Order order) {
        return encodeAny(order);
    }

    /**
     * @throws IllegalArgumentException saying how long it is and how long it may be
     */
    public static Encoded encode(Answer answer) {
        return encodeAny(answer);
    }

    private static Encoded encodeAny(Object value) {
        MessageType<?> type = BY_CLASS.get(value.getClass());
        byte[] body = type.encodeAny(value);
        if (body.length > type.maxBytes()) {
            throw new IllegalArgumentException("A message " + type.name() + " has at most " + type.maxBytes()
                    + " bytes, and this one would have " + body.length);
        }
        return new Encoded(type.id(), body);
    }

    /**
     * @throws IllegalArgumentException if it is no order
     */
    public static Numbered<? extends Order> order(RpcMessage message) {
        NumberedType<? extends Order> type = ORDERS.get(message.type());
        if (type == null) {
            throw new IllegalArgumentException("A JobMaster does not send a message " + message.type());
        }
        return type.decode(message.body());
    }

    /**
     * @throws IllegalArgumentException if it is no answer
     */
    public static Numbered<? extends Answer> answer(RpcMessage message) {
        NumberedType<? extends Answer> type = ANSWERS.get(message.type());
        if (type == null) {
            throw new IllegalArgumentException("A TaskManager does not send a message " + message.type());
        }
        return type.decode(message.body());
    }
}
