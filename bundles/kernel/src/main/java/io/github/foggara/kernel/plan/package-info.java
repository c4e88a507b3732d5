/**
 * From the graph a program built to the plan the JobMaster runs: which operators form one vertex, with how many subtasks,
 * and which subtask reads from which. Pure functions on immutable values, so any thread may call them; start with {@link
 * io.github.foggara.kernel.plan.ChainPlanner}, then {@link io.github.foggara.kernel.plan.Wiring}.
 */
package io.github.foggara.kernel.plan;
