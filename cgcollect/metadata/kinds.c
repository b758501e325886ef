#include "metadata.h"

static const struct collected_kind *const kinds[] = {
    &kind_address_taken,  &kind_call_sites,
    &kind_call_type,      &kind_classes,
    &kind_evidence,       &kind_file_properties,
    &kind_linkage,        &kind_names,
    &kind_num_statements, &kind_open_calls,
    &kind_outlined,       &kind_overrides,
    &kind_pointer_facts,  NULL,
};

const struct collected_kind *const *collected_kinds(void)
{
    return kinds;
}

void collected_kinds_look(struct unit_function *function, CXCursor declaration, bool definition)
{
    for (size_t i = 0; kinds[i]; i++) {
        if (kinds[i]->look) {
            kinds[i]->look(function, declaration, definition);
        }
    }
}
