package io.github.foggara.state.heap;

import io.github.foggara.api.state.StateTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * What a snapshot has of one state in one key group, as it was read: nobody has asked for the state yet.
 *
 * @param written types of its entries
 * @param entries contents of frames
 */
record KeptPart(String state, Signature signature, int keyGroup, StateTypes written, List<byte[]> entries) {
    KeptPart(String state, Signature signature, int keyGroup, StateTypes written) {
        this(state, signature, keyGroup, written, new ArrayList<>());
    }
}
