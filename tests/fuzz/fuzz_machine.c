/*
 * An object of assembler is refused with a reason, or its functions, calls and facts are written.
 *
 * Input: an ELF file.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "machine/machine.h"
#include "unit/unit_facts.h"

static int check_facts(unit_id owner, const char *text, size_t length, void *data)
{
    (void)owner;
    (void)data;
    FUZZ_CHECK(length >= 2 && text[0] == '[' && text[length - 1] == ']');
    return 0;
}

static void check_unit(const struct unit *unit)
{
    for (guint i = 0; i < unit->calls->len; i++) {
        const struct unit_call *call = &g_array_index(unit->calls, struct unit_call, i);
        FUZZ_CHECK(unit_function_at(unit, call->caller)->defined);
        FUZZ_CHECK(call->callee < unit->functions->len);
    }
    for (guint i = 0; i < unit->functions->len; i++) {
        FUZZ_CHECK(unit_function_at(unit, i)->name[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct machine_input input = {"/work/low.S", "/work", "/work"};
    const char *why = NULL;
    struct unit *unit = unit_new();
    int object = open(fuzz_file(data, size), O_RDONLY | O_CLOEXEC);
    FUZZ_CHECK(object >= 0);
    if (machine_collect(unit, &input, object, &why)) {
        check_unit(unit);
        FUZZ_CHECK(facts_visit_all(unit->facts, check_facts, NULL) == 0);
    } else {
        FUZZ_CHECK(why && why[0]);
    }
    close(object);
    unit_free(unit);
    return 0;
}
