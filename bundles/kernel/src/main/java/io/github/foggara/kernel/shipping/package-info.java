/**
 * The code of jobs on its way to TaskManagers. In the JobMaster, {@link io.github.foggara.kernel.shipping.OfferedCode} puts the bundles of a
 * program into the {@link io.github.foggara.kernel.shipping.BundleStore} for as long as a life of a job needs them, and reads parts of them to
 * whoever asks. In a TaskManager, {@link io.github.foggara.kernel.shipping.ShippedCode} brings what is lacking, each code by one {@link
 * io.github.foggara.kernel.shipping.Shipment} on a thread of its own, so that no job waits for the bundle of another. {@link
 * io.github.foggara.kernel.shipping.BundleHost} is the framework, seen from here.
 */
package io.github.foggara.kernel.shipping;
