/*
 * The kind `addressTaken`: the places where a function's address is taken.
 */
#include "metadata/calls/call_kinds.h"

#include "metadata/common/sites.h"

static int write_address_taken(const struct rendering *r, struct cg_error *error)
{
    return write_places(r, CG_KEY_ADDRESS_TAKEN, r->unit->addresses, error);
}

const struct collected_kind kind_address_taken = {
    .key = CG_KEY_ADDRESS_TAKEN,
    .description = "where the function's address is taken",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_address_taken,
};
