package io.github.foggara.kernel.service;

/**
 * What {@code RuntimeContext.service} was asked for.
 *
 * @param type name of the interface
 * @param filter in the syntax of OSGi, or null
 */
public record ServiceNeed(String type, String filter) {
    /** For messages: "service TYPE" or "service TYPE with the filter FILTER". */
    public String words() {
        return "service " + type + (filter == null ? "" : " with the filter " + filter);
    }
}
