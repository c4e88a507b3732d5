package io.github.foggara.streams;

import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.job.JobDefinitionException;
import java.util.List;

/** One operator while the program may still change it. */
final class OperatorDraft {
    private final int index;
    private final String kind;
    private final List<Input> inputs;
    private OperatorSpec spec;
    private String name;
    private String uid;
    private int parallelism;
    private int requiredParallelism;
    private boolean followsInput;
    private boolean boundToInput;
    /** Whose identity and place this one shares; null for most. */
    private OperatorDraft main;

    private boolean chainable = true;
    private boolean endsChain;
    private boolean passesOn;
    private Class<?> outputType;

    OperatorDraft(int index, String kind, OperatorSpec spec, List<Input> inputs) {
        this.index = index;
        this.kind = kind;
        this.spec = spec;
        this.inputs = inputs;
        this.name = kind;
    }

    List<Input> inputs() {
        return inputs;
    }

    OperatorSpec spec() {
        return spec;
    }

    void spec(OperatorSpec value) {
        spec = value;
    }

    /** By position, so it is the same in every call of define; what stands after an inserted operator gets another. */
    String uid() {
        if (main != null) {
            return main.uid() + "-" + kind;
        }
        return uid == null ? kind + "-" + index : uid;
    }

    void uid(String value) {
        if (value == null || value.isBlank()) {
            throw new JobDefinitionException("The uid of operator " + this + " must not be empty");
        }
        uid = value;
    }

    void name(String value) {
        if (value == null || value.isBlank()) {
            throw new JobDefinitionException("The name of operator " + this + " must not be empty");
        }
        name = value;
    }

    void parallelism(int value) {
        if (value < 1) {
            throw new JobDefinitionException(
                    "The parallelism of operator " + this + " must be 1 or more, not " + value);
        }
        if (requiredParallelism != 0 && value != requiredParallelism) {
            throw new JobDefinitionException("Operator " + this + " always has parallelism " + requiredParallelism
                    + "; setParallelism(" + value + ") is not possible");
        }
        if (boundToInput) {
            OperatorDraft input = inputs.get(0).producer();
            if (input.main == this) {
                input.parallelism(value);
                return;
            }
            throw new JobDefinitionException("Operator " + this + " always has the parallelism of its input, " + input
                    + "; setParallelism(" + value + ") is only possible there");
        }
        parallelism = value;
        followsInput = false;
    }

    void requireParallelism(int value) {
        requiredParallelism = value;
        parallelism = value;
    }

    /** Has the parallelism of its input, so that it can be chained to it, until the program sets another. */
    void followInput() {
        followsInput = true;
    }

    /** 0 is the job's default. */
    int parallelism() {
        if (!followsInput) {
            return parallelism;
        }
        int first = inputs.get(0).producer().parallelism();
        boolean equal = inputs.stream().allMatch(input -> input.producer().parallelism() == first);
        return equal ? first : 0;
    }

    /** Its subtasks read what those of its input emit, so there is no other; an input that belongs to it is given that of the program. */
    void requireParallelismOfInput() {
        followsInput = true;
        boundToInput = true;
    }

    /** It is a part of what the program knows as the other operator: found again by that one's uid, and called by its name in messages. */
    void belongTo(OperatorDraft other) {
        main = other;
    }

    void startNewChain() {
        chainable = false;
    }

    /** No operator may be chained behind this one. */
    void endChain() {
        endsChain = true;
    }

    /** Emits what it reads. */
    void passOn() {
        passesOn = true;
    }

    boolean passesOn() {
        return passesOn;
    }

    /** Null if unknown. */
    Class<?> outputType() {
        return outputType == null && passesOn ? KeyedStream.commonType(records()) : outputType;
    }

    private List<Input> records() {
        return inputs.stream().filter(input -> input.index() == 0).toList();
    }

    void outputType(Class<?> type) {
        outputType = type;
    }

    OperatorNode node() {
        return new OperatorNode(uid(), name, spec, parallelism(), outputType(), chainable && !behindEnd());
    }

    private boolean behindEnd() {
        return inputs.stream().anyMatch(input -> input.producer().endsChain);
    }

    @Override
    public String toString() {
        return "'" + (main == null ? name : main.name) + "' (uid " + uid() + ")";
    }
}
