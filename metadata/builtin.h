/*
 * The kinds of metadata that come with libcg.
 *
 * A kind is one file that defines one struct cg_metadata_kind, and one line in builtin.c.
 */
#ifndef METADATA_BUILTIN_H
#define METADATA_BUILTIN_H

#include <libcg/kinds.h>

extern const struct cg_metadata_kind metadata_address_taken;
extern const struct cg_metadata_kind metadata_call_sites;
extern const struct cg_metadata_kind metadata_classes;
extern const struct cg_metadata_kind metadata_closed_calls;
extern const struct cg_metadata_kind metadata_escapes;
extern const struct cg_metadata_kind metadata_evidence;
extern const struct cg_metadata_kind metadata_file_properties;
extern const struct cg_metadata_kind metadata_linked;
extern const struct cg_metadata_kind metadata_names;
extern const struct cg_metadata_kind metadata_num_statements;
extern const struct cg_metadata_kind metadata_open_calls;
extern const struct cg_metadata_kind metadata_outlined;
extern const struct cg_metadata_kind metadata_pointer_facts;

#endif
