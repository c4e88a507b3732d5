package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.program.ProgramId;
import java.util.Optional;

/** A deployment in a message, without its job and epoch. */
final class DeploymentFields {
    private DeploymentFields() {}

    static void write(RecordOutput out, TaskDeployment deployment) {
        Fields.attempt(out, deployment.attempt());
        out.writeString(deployment.jobName());
        out.writeString(deployment.vertexName());
        out.writeString(deployment.program().name());
        out.writeString(deployment.program().bundle());
        out.writeString(deployment.program().hash());
        CodeFields.write(out, deployment.code());
        parameters(out, deployment.parameters());
        out.writeBytes(deployment.token().bytes(), 0, JobToken.LENGTH);
        out.writeString(deployment.fingerprint());
        Fields.list(out, deployment.chain(), RecordOutput::writeString);
        out.writeVarLong(deployment.parallelism());
        out.writeVarLong(deployment.maxParallelism());
        Fields.constant(out, deployment.mode());
        Fields.list(out, deployment.channels(), DeploymentFields::channel);
        Fields.list(out, deployment.outputs(), DeploymentFields::output);
        out.writeString(deployment.shuffle());
        Fields.configuration(out, deployment.configuration());
        Fields.map(out, deployment.memory(), RecordOutput::writeVarLong);
        Fields.optional(out, deployment.restore().orElse(null), DeploymentFields::restore);
    }

    static TaskDeployment read(RecordInput in, JobId job, long epoch) {
        return new TaskDeployment(
                Fields.attempt(in, job),
                epoch,
                in.readString(),
                in.readString(),
                new ProgramId(in.readString(), in.readString(), in.readString()),
                CodeFields.read(in),
                parameters(in),
                new JobToken(in.readBytes(JobToken.LENGTH)),
                in.readString(),
                Fields.list(in, RecordInput::readString),
                parallelism(in),
                parallelism(in),
                Fields.constant(in, RuntimeMode.class),
                Fields.list(in, from -> channel(from, job)),
                Fields.list(in, from -> output(from, job)),
                in.readString(),
                Fields.configuration(in),
                Fields.map(in, RecordInput::readVarLong),
                Optional.ofNullable(Fields.optional(in, DeploymentFields::restore)));
    }

    private static int parallelism(RecordInput in) {
        int value = Fields.index(in);
        if (value < 1 || value > JobOptions.PARALLELISM_LIMIT) {
            throw new IllegalArgumentException("A vertex cannot have " + value + " subtasks or key groups");
        }
        return value;
    }

    private static void parameters(RecordOutput out, JobParameters parameters) {
        Fields.map(out, parameters.arguments(), RecordOutput::writeString);
        out.writeLong(parameters.submissionTime());
        out.writeLong(parameters.seed());
    }

    private static JobParameters parameters(RecordInput in) {
        return new JobParameters(Fields.map(in, RecordInput::readString), in.readLong(), in.readLong());
    }

    private static void channel(RecordOutput out, ChannelDescriptor channel) {
        out.writeVarLong(channel.input());
        Fields.partition(out, channel.partition().id());
        out.writeString(channel.partition().plugin());
        Fields.bytes(out, channel.partition().pluginData());
        out.writeVarLong(channel.subpartition());
    }

    private static ChannelDescriptor channel(RecordInput in, JobId job) {
        return new ChannelDescriptor(
                Fields.index(in),
                new ShuffleDescriptor(Fields.partition(in, job), in.readString(), Fields.bytes(in)),
                Fields.index(in));
    }

    private static void output(RecordOutput out, OutputDescriptor output) {
        out.writeVarLong(output.edge());
        Fields.partition(out, output.partition().id());
        out.writeVarLong(output.partition().subpartitions());
        out.writeVarLong(output.consumerParallelism());
    }

    private static OutputDescriptor output(RecordInput in, JobId job) {
        return new OutputDescriptor(
                Fields.index(in), new PartitionDescriptor(Fields.partition(in, job), parallelism(in)), parallelism(in));
    }

    private static void restore(RecordOutput out, TaskRestore restore) {
        out.writeString(restore.service());
        out.writeString(restore.backend());
        out.writeVarLong(restore.checkpoint());
        out.writeVarLong(restore.floor());
        out.writeString(restore.directory());
        Fields.configuration(out, restore.storage());
        Fields.map(out, restore.state(), (to, list) -> Fields.list(to, list, SnapshotFields::operator));
    }

    private static TaskRestore restore(RecordInput in) {
        return new TaskRestore(
                in.readString(),
                in.readString(),
                in.readVarLong(),
                in.readVarLong(),
                in.readString(),
                Fields.configuration(in),
                Fields.map(in, from -> Fields.list(from, SnapshotFields::operator)));
    }
}
