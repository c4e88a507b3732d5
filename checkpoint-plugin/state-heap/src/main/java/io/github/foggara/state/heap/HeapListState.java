package io.github.foggara.state.heap;

import io.github.foggara.api.state.ListState;
import java.util.List;

/** One list per key. */
final class HeapListState<T> implements ListState<T> {
    private final StateTable table;
    private final Keeping<T> keeping;
    private final Pinning pinning;

    HeapListState(StateTable table, Keeping<T> keeping, Pinning pinning) {
        this.table = table;
        this.keeping = keeping;
        this.pinning = pinning;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterable<T> get() {
        ListCell cell = (ListCell) table.get();
        return cell == null ? List.of() : (List<T>) cell.view();
    }

    @Override
    public void add(T element) {
        T own = keeping.own(element);
        toAppend(1).add(own);
    }

    @Override
    public void addAll(List<T> elements) {
        if (!elements.isEmpty()) {
            List<T> own = elements.stream().map(keeping::own).toList();
            ListCell cell = toAppend(own.size());
            own.forEach(cell::add);
        }
    }

    @Override
    public void update(List<T> elements) {
        if (elements.isEmpty()) {
            table.remove();
            return;
        }
        ListCell cell = new ListCell(pinning.stamp(), elements.size());
        elements.forEach(element -> cell.add(keeping.own(element)));
        table.put(cell);
    }

    private ListCell toAppend(int more) {
        ListCell cell = (ListCell) table.get();
        if (cell == null) {
            cell = new ListCell(pinning.stamp(), more);
            table.put(cell);
        } else if (pinning.pinned(cell.stamp)) {
            cell = cell.copy(pinning.stamp());
            table.put(cell);
        }
        return cell;
    }

    @Override
    public void clear() {
        table.remove();
    }
}
