package io.github.foggara.kernel.osgi;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.kernel.config.JobOptions;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import org.osgi.service.metatype.AttributeDefinition;
import org.osgi.service.metatype.MetaTypeProvider;
import org.osgi.service.metatype.ObjectClassDefinition;

/**
 * The options of a job as a form, for any console that shows forms. It is asked anew each time, so the options of a plugin
 * that came are in it.
 */
final class OptionForm implements MetaTypeProvider {
    private final Supplier<List<OptionSet>> sets;

    OptionForm(Supplier<List<OptionSet>> sets) {
        this.sets = sets;
    }

    @Override
    public ObjectClassDefinition getObjectClassDefinition(String id, String locale) {
        if (!JobFactory.PID.equals(id)) {
            throw new IllegalArgumentException("There is no form for '" + id + "', only for " + JobFactory.PID);
        }
        List<OptionField> fields = sets.get().stream()
                .flatMap(set -> set.options().stream().map(option -> new OptionField(set.owner(), option)))
                .toList();
        return new Form(fields);
    }

    @Override
    public String[] getLocales() {
        return null; // by contract: nothing is translated
    }

    private record Form(List<OptionField> fields) implements ObjectClassDefinition {
        @Override
        public String getName() {
            return "Foggara job";
        }

        @Override
        public String getDescription() {
            return "A job; arguments of its program are further keys that begin with arg.";
        }

        @Override
        public String getID() {
            return JobFactory.PID;
        }

        @Override
        public AttributeDefinition[] getAttributeDefinitions(int filter) {
            return fields.stream()
                    .filter(field -> filter == ALL || (filter == REQUIRED) == field.required())
                    .toArray(AttributeDefinition[]::new);
        }

        @Override
        public InputStream getIcon(int size) {
            return null; // by contract: there is none
        }
    }

    /** One line of the form; everything is text, and the option says what is accepted. */
    private record OptionField(String owner, Option<?> option) implements AttributeDefinition {
        /** Without other options something is done, or nothing. */
        boolean required() {
            return option == JobOptions.PROGRAM;
        }

        @Override
        public String getName() {
            return option.key();
        }

        @Override
        public String getID() {
            return option.key();
        }

        @Override
        public String getDescription() {
            return option.description() + " Takes " + option.type().name()
                    + (option.range().isEmpty() ? "" : ", " + option.range()) + ". In force "
                    + option.takesEffect() + ". Owner: " + owner + ".";
        }

        @Override
        public int getCardinality() {
            return 0;
        }

        @Override
        public int getType() {
            return option.type() == OptionType.BOOLEAN ? BOOLEAN : STRING;
        }

        @Override
        public String[] getOptionValues() {
            Object[] constants = option.type().type().getEnumConstants();
            return constants == null
                    ? null // by contract: any value
                    : java.util.Arrays.stream(constants).map(Object::toString).toArray(String[]::new);
        }

        @Override
        public String[] getOptionLabels() {
            return getOptionValues();
        }

        @Override
        public String validate(String value) {
            try {
                option.parse(value);
                return "";
            } catch (IllegalArgumentException e) {
                return e.getMessage();
            }
        }

        @Override
        public String[] getDefaultValue() {
            return option.fallback() == null ? new String[0] : new String[] {fallback(option.fallback())};
        }

        /** Durations in the form that options are written in. */
        private static String fallback(Object value) {
            return value instanceof java.time.Duration duration ? duration.toMillis() + " ms" : value.toString();
        }
    }
}
