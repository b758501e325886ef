#include "builtin.h"

const struct cg_metadata_kind metadata_file_properties = {
    .key = "fileProperties",
    .places = CG_ON_NODE,
    .merge = cg_merge_members_and,
    .description = "whether the function comes from a system header",
};
