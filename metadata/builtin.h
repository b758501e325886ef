/*
 * The kinds of metadata that come with libcg.
 *
 * A kind is one file that defines one struct cg_metadata_kind, and one line in builtin.c.
 */
#ifndef METADATA_BUILTIN_H
#define METADATA_BUILTIN_H

#include <libcg/metadata.h>

extern const struct cg_metadata_kind metadata_address_taken;
extern const struct cg_metadata_kind metadata_call_sites;
extern const struct cg_metadata_kind metadata_classes;
extern const struct cg_metadata_kind metadata_evidence;
extern const struct cg_metadata_kind metadata_file_properties;
extern const struct cg_metadata_kind metadata_names;
extern const struct cg_metadata_kind metadata_num_statements;
extern const struct cg_metadata_kind metadata_open_calls;
extern const struct cg_metadata_kind metadata_outlined;

/** Register every built-in kind. @return as cg_registry_add */
int metadata_register_builtin(struct cg_registry *registry, struct cg_error *error);

#endif
