package io.github.foggara.api.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sorting operator does, as it stands in its parameters: {@code sort.0}, {@code sort.1}, … and {@code limit}. Immutable.
 *
 * @param criteria the first one counts most; none keeps the order of arrival
 * @param limit how many records of each partition (of each key, if it is keyed) are wanted at most, from 1;
 *     {@link #ALL} for all
 */
public record SortSpec(List<SortCriterion> criteria, long limit) {
    /** No limit. */
    public static final long ALL = Long.MAX_VALUE;

    private static final String CRITERION = "sort.";
    private static final String LIMIT = "limit";

    public SortSpec {
        criteria = List.copyOf(criteria);
        if (limit < 1) {
            throw new IllegalArgumentException("A limit is 1 or more, not " + limit);
        }
    }

    /** The entries that say it. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        for (int i = 0; i < criteria.size(); i++) {
            parameters.put(CRITERION + i, criteria.get(i).text());
        }
        if (limit != ALL) {
            parameters.put(LIMIT, Long.toString(limit));
        }
        return parameters;
    }

    /**
     * Reads it from the parameters of an operator; other entries do not matter.
     *
     * @throws IllegalArgumentException if an entry cannot be read
     */
    public static SortSpec of(Map<String, String> parameters) {
        List<SortCriterion> criteria = new ArrayList<>();
        for (String text = parameters.get(CRITERION + 0);
                text != null;
                text = parameters.get(CRITERION + criteria.size())) {
            criteria.add(SortCriterion.parse(text));
        }
        String limit = parameters.get(LIMIT);
        return new SortSpec(criteria, limit == null ? ALL : Long.parseLong(limit));
    }
}
