/*
 * Takes what the nodes of a thread have from what the system says that it used, and gives the rest
 * to the node that it was last seen in, or to the thread.
 */
#include "read/rest.h"

static void set_amount(GHashTable *rest, uint32_t number, uint64_t value)
{
    g_hash_table_insert(rest, GUINT_TO_POINTER(number), (gpointer)(uintptr_t)value);
}

uint64_t rest_at(GHashTable *rest, uint32_t number)
{
    return (uintptr_t)g_hash_table_lookup(rest, GUINT_TO_POINTER(number));
}

static uint64_t more(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* The call that a thread was in when it was last seen. */
static void add_running(GHashTable *rest, const struct recording *recording,
                        const struct cgr_thread *thread)
{
    uint64_t node = (thread->current - recording->header->base) / CGR_UNIT;
    if (thread->state == CGR_RUNNING && node <= UINT32_MAX) {
        set_amount(rest, (uint32_t)node, more(thread->seen, thread->ticked));
    }
}

GHashTable *rest_by_node(const struct recording *recording)
{
    GHashTable *rest = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < recording->threads->len; i++) {
        const struct cgr_thread *thread = recording->threads->pdata[i];
        if (recording->header->clock) {
            add_running(rest, recording, thread);
        } else if (thread->sampled) {
            set_amount(rest, thread->sampled, more(thread->used, thread->accounted));
        }
    }
    return rest;
}

/* Where functions are chosen, such a thread may have used it where nothing is recorded. */
GHashTable *rest_by_thread(const struct recording *recording)
{
    const struct cgr_header *header = recording->header;
    GHashTable *rest = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < recording->threads->len && !header->clock && !header->chosen; i++) {
        const struct cgr_thread *thread = recording->threads->pdata[i];
        if (!thread->sampled) {
            set_amount(rest, recording_thread_number(recording, thread),
                       more(thread->used, thread->accounted));
        }
    }
    return rest;
}
