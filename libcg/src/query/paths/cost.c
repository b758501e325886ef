/* The heap is binary, in an array. */
#include "query/paths/cost.h"

#include "base/memory.h"

bool cost_push(struct cost_heap *heap, struct cost cost, uint32_t at)
{
    if (!cg_grow(&heap->entries, &heap->capacity, heap->count + 1, sizeof *heap->entries)) {
        return false;
    }
    size_t place = heap->count++;
    while (place && cost_compare(cost, heap->entries[(place - 1) / 2].cost) < 0) {
        heap->entries[place] = heap->entries[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    heap->entries[place] = (struct cost_entry){cost, at};
    return true;
}

struct cost_entry cost_pop(struct cost_heap *heap)
{
    struct cost_entry *entries = heap->entries;
    struct cost_entry top = entries[0];
    struct cost_entry last = entries[--heap->count];
    size_t place = 0;
    for (size_t child = 1; child < heap->count; child = 2 * place + 1) {
        if (child + 1 < heap->count &&
            cost_compare(entries[child + 1].cost, entries[child].cost) < 0) {
            child++;
        }
        if (cost_compare(last.cost, entries[child].cost) <= 0) {
            break;
        }
        entries[place] = entries[child];
        place = child;
    }
    entries[place] = last;
    return top;
}
