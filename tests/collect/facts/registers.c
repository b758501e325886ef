/* Registers are fields of the system's records of contexts, and no others: what they become may run. */
#include <context.h>

typedef struct {
    long gregs[4];
} sigcontext;

void next(void), kept(void), stored(void);

void resume(mcontext_t *context) { context->gregs[2] = (long)next; }
void system_field(struct other *other) { other->value = (long)kept; }
void own_record(sigcontext *context) { context->gregs[2] = (long)stored; }
