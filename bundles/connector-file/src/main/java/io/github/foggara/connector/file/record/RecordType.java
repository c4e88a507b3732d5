package io.github.foggara.connector.file.record;

import io.github.foggara.api.job.JobDefinitionException;
import java.lang.reflect.RecordComponent;

/** A record class all of whose components are single values, so that it can stand in a row. Immutable. */
public final class RecordType {
    private final RecordShape shape;
    private final Scalar[] scalars;

    private RecordType(RecordShape shape, Scalar[] scalars) {
        this.shape = shape;
        this.scalars = scalars;
    }

    /**
     * @throws JobDefinitionException if the class is not a record, or a component does not fit into a field
     */
    public static RecordType of(Class<?> type) {
        RecordShape shape = new RecordShape(type);
        Scalar[] scalars = new Scalar[shape.size()];
        if (scalars.length == 0) {
            throw new JobDefinitionException(
                    "The record " + type.getName() + " has no components, so it cannot be a row");
        }
        for (int i = 0; i < scalars.length; i++) {
            RecordComponent component = shape.components()[i];
            scalars[i] = Scalar.of(component.getType());
            if (scalars[i] == null) {
                throw new JobDefinitionException("The component '" + component.getName() + "' of " + type.getName()
                        + " has the type " + component.getGenericType().getTypeName()
                        + ", which a CSV field cannot hold. Use one of: " + Scalar.supported() + ".");
            }
        }
        return new RecordType(shape, scalars);
    }

    RecordShape shape() {
        return shape;
    }

    int size() {
        return scalars.length;
    }

    String name(int component) {
        return shape.name(component);
    }

    Scalar scalar(int component) {
        return scalars[component];
    }
}
