package io.github.foggara.kernel.serialization;

import io.github.foggara.api.state.IncompatibleStateException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Ids as a snapshot used them, for values of the classes of now. Immutable. */
final class WrittenTypes implements TypeIds {
    /** What separates the names of classes in a generic type. */
    private static final Pattern BETWEEN_NAMES = Pattern.compile("[^\\w.$]+");

    private final String state;
    private final List<TypeMatch> matches;
    private final List<TypeEntry> entries;
    private final Map<Class<?>, TypeEntry> byType = new HashMap<>();
    private final Map<String, TypeMatch> byName = new HashMap<>();

    /**
     * @param then table of the snapshot
     * @param now table of the job
     * @param state for messages, such as {@code 'seen' of operator 'count'}
     * @param asKey whether the values are keys
     */
    WrittenTypes(List<TypeRow> then, TypeTable now, String state, boolean asKey) {
        this.state = state;
        TypeMatcher matcher = new TypeMatcher(then, now.entries(), asKey);
        this.matches = then.stream().map(matcher::match).toList();
        this.entries =
                matches.stream().map(TypeMatch::entry).filter(Objects::nonNull).toList();
        entries.forEach(entry -> byType.put(entry.type(), entry));
        matches.forEach(match -> byName.put(match.row().type(), match));
    }

    @Override
    public int end() {
        return TypeTable.FIRST_ID + matches.size();
    }

    @Override
    public List<TypeEntry> entries() {
        return entries;
    }

    @Override
    public Optional<TypeEntry> find(Class<?> type) {
        return Optional.ofNullable(byType.get(type));
    }

    @Override
    public TypeEntry entry(int id) {
        return accepted(matches.get(id - TypeTable.FIRST_ID)).entry();
    }

    @Override
    public ValueCodec evolved(TypeEntry entry, Codecs codecs) {
        TypeMatch match = matches.get(entry.id() - TypeTable.FIRST_ID);
        if (match.slots() != null) {
            return new EvolvedRecordCodec(match, this, codecs);
        }
        return match.constants() == null ? null : new EnumCodec(entry.id(), entry.type(), match.constants());
    }

    @Override
    public void missing(Class<?> type) {
        TypeMatch match = byName.get(type.getName());
        if (match != null) {
            accepted(match);
        }
    }

    @Override
    public boolean mayRefuse() {
        return true;
    }

    @Override
    public void decoded(int written, int distinct) {
        if (distinct < written) {
            throw incompatible("of " + written + " different elements of a set, or keys of a map, only " + distinct
                    + " are still different: what told them apart was removed. Keep that component, or restore with the"
                    + " earlier program");
        }
    }

    /** As it was written, whether or not it can be restored. */
    TypeRow row(int id) {
        return matches.get(id - TypeTable.FIRST_ID).row();
    }

    /**
     * Refuses a declared type, or what its values are declared to hold, before a value is met.
     *
     * @throws IncompatibleStateException as {@link #entry}
     */
    void check(Class<?> type) {
        TypeMatch match = byName.get(type.getName());
        if (match != null) {
            check(match, new HashSet<>());
        } else if (StateClasses.exact(type) && !StateClasses.builtIn(type)) {
            throw incompatible(
                    "it was written without values of " + type.getTypeName() + ", which the program declares now. If"
                            + " the class had another name then: state finds a class by its full name, so keep the old one."
                            + " If it shall begin empty, give the state another name");
        }
    }

    private void check(TypeMatch match, Set<TypeMatch> checked) {
        if (!checked.add(match)) {
            return;
        }
        accepted(match);
        for (int i = 0; i < match.row().components().size(); i++) {
            boolean removed = match.slots() != null && match.slots()[i] < 0;
            if (!removed) {
                String type = match.row().components().get(i).type();
                BETWEEN_NAMES
                        .splitAsStream(type)
                        .map(byName::get)
                        .filter(Objects::nonNull)
                        .forEach(part -> check(part, checked));
            }
        }
    }

    private TypeMatch accepted(TypeMatch match) {
        if (match.refusal() != null) {
            throw incompatible(match.refusal());
        }
        return match;
    }

    IncompatibleStateException incompatible(String why) {
        return new IncompatibleStateException("State " + state + " cannot be restored: " + why);
    }
}
