#include "builtin.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_escapes = {
    .key = CG_KEY_ESCAPES,
    .places = CG_ON_NODE,
    .merge = cg_merge_greatest_text,
    .description = "whether code that was not collected may call the function",
};
