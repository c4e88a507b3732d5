package io.github.foggara.itests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.github.foggara.itests.architecture.Area.glue;
import static io.github.foggara.itests.architecture.Area.in;
import static io.github.foggara.itests.architecture.Area.library;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/** One owner per thing: what a thread's territory may and may not contain. */
final class TerritoryRules {
    private static final Set<String> BLOCKING = Set.of(
            "java.lang.Thread.sleep",
            "java.lang.Thread.join",
            "java.lang.Object.wait",
            "java.util.concurrent.CountDownLatch.await",
            "java.util.concurrent.Semaphore.acquire",
            "java.util.concurrent.BlockingQueue.take",
            "java.util.concurrent.BlockingQueue.put",
            "java.util.concurrent.LinkedBlockingQueue.take",
            "java.util.concurrent.LinkedBlockingQueue.put");
    private static final Set<String> SEAM = Set.of(
            "java.lang.Thread.<init>",
            "java.lang.Thread.sleep",
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.LockSupport.parkNanos");

    private TerritoryRules() {}

    static Rule gatewaysFromJobMaster() {
        return new Rule(
                "a JobMaster reaches tasks through gateways",
                "JobMasterUsesTaskExecutor",
                noClasses()
                        .that(in("kernel.jobmaster", "kernel.cluster", "kernel.remote"))
                        .should()
                        .dependOnClassesThat(in("kernel.taskexecutor"))
                        .because("they live in different processes"));
    }

    static Rule gatewaysFromTaskExecutor() {
        return new Rule(
                "a TaskExecutor reaches jobs through gateways",
                "TaskExecutorUsesJobMaster",
                noClasses()
                        .that(in("kernel.taskexecutor", "kernel.remote"))
                        .should()
                        .dependOnClassesThat(in("kernel.jobmaster", "kernel.coordination", "kernel.dispatcher"))
                        .because("they live in different processes"));
    }

    static Rule noLocks() {
        return new Rule(
                "no locks and atomics in a JobMaster",
                "JobMasterLocks",
                noClasses()
                        .that(in("kernel.jobmaster"))
                        .should()
                        .dependOnClassesThat(library("java.util.concurrent.locks.", "java.util.concurrent.atomic."))
                        .orShould(beSynchronized())
                        .because("its state has one owner"));
    }

    static Rule noBlocking() {
        return new Rule(
                "a JobMaster never waits",
                "JobMasterWaits",
                noClasses()
                        .that(in("kernel.jobmaster"))
                        .should()
                        .callMethodWhere(call(BLOCKING)
                                .or(DescribedPredicate.describe(
                                        "the result of a future", TerritoryRules::waitsForFuture)))
                        .because("its thread answers for the whole job"));
    }

    static Rule noUnnamedContinuation() {
        return new Rule(
                "continuations in a JobMaster name their thread",
                "JobMasterContinuesAnywhere",
                noClasses()
                        .that(in("kernel.jobmaster"))
                        .should()
                        .callMethodWhere(DescribedPredicate.describe(
                                "a continuation without a named thread", TerritoryRules::continuesAnywhere))
                        .because("otherwise it runs on whatever thread completes the stage"));
    }

    static Rule noFiles() {
        return new Rule(
                "no disk and no socket in a JobMaster",
                "JobMasterReadsFile",
                noClasses()
                        .that(in("kernel.jobmaster"))
                        .should()
                        .dependOnClassesThat(library("java.nio.file.Files", "java.nio.channels.", "java.net.Socket"))
                        .because("they block"));
    }

    static Rule runtimeSeam() {
        return new Rule(
                "threads, parking and time come from the runtime",
                "KernelReadsClock",
                noClasses()
                        .that(in("kernel", "shuffle", "connector", "rpc")
                                .and(not(in("kernel.runtime")))
                                .and(not(glue())))
                        .should()
                        .accessTargetWhere(call(SEAM))
                        .orShould()
                        .dependOnClassesThat(library("java.util.concurrent.Executors", "java.util.Timer"))
                        .because("a simulation runs the whole engine on one schedule and on virtual time"));
    }

    private static <T extends JavaAccess<?>> DescribedPredicate<T> call(Set<String> names) {
        return DescribedPredicate.describe(
                "one of " + names,
                access -> names.contains(access.getTargetOwner().getName() + "."
                        + access.getTarget().getName()));
    }

    private static boolean waitsForFuture(JavaAccess<?> access) {
        String method = access.getTarget().getName();
        return (method.equals("get") || method.equals("join"))
                && access.getTargetOwner().isAssignableTo(Future.class);
    }

    private static boolean continuesAnywhere(JavaAccess<?> access) {
        String method = access.getTarget().getName();
        boolean continues = method.startsWith("then")
                || method.startsWith("when")
                || method.startsWith("handle")
                || method.startsWith("exceptionally");
        return continues && !method.endsWith("Async") && access.getTargetOwner().isAssignableTo(CompletionStage.class);
    }

    private static ArchCondition<JavaClass> beSynchronized() {
        return new ArchCondition<>("have a synchronized method") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getMethods()
                        .forEach(method -> events.add(new SimpleConditionEvent(
                                method,
                                method.getModifiers().contains(JavaModifier.SYNCHRONIZED),
                                method.getFullName() + " is synchronized")));
            }
        };
    }
}
