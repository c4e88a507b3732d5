package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.program.CodeSupply;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What of a task's work lies outside of its process.
 *
 * @param cluster how an exchange of records that is made now reaches those of other containers; asked on the exec thread, never blocks
 * @param programWait how long a task waits for its program to be installed here; 0 for not at all
 * @param supply brings what is lacking
 * @param own whether the JobMaster is here as well: then it has seen the program, and counts who uses it
 */
public record Reach(Supplier<Optional<ClusterAccess>> cluster, Duration programWait, CodeSupply supply, boolean own) {
    /** Partners and JobMasters of all tasks are in this process. */
    public static final Reach ONE_PROCESS = new Reach(Optional::empty, Duration.ZERO, CodeSupply.NONE, true);
}
