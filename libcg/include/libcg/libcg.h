/*
 * The whole library, except headers that need third-party headers: libcg/json.h (jansson) and
 * libcg/collect.h (libclang; for plug-ins that collect from source). Each header may also be
 * included by itself, in any order.
 */
#ifndef LIBCG_LIBCG_H
#define LIBCG_LIBCG_H

#include <libcg/annotate.h>
#include <libcg/common.h>
#include <libcg/common_callers.h>
#include <libcg/condense.h>
#include <libcg/conflicts.h>
#include <libcg/cycles.h>
#include <libcg/dead.h>
#include <libcg/derive.h>
#include <libcg/diff.h>
#include <libcg/dominators.h>
#include <libcg/entries.h>
#include <libcg/facts.h>
#include <libcg/file.h>
#include <libcg/filter.h>
#include <libcg/graph.h>
#include <libcg/impact.h>
#include <libcg/inclusive.h>
#include <libcg/index.h>
#include <libcg/instrument.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>
#include <libcg/metadata.h>
#include <libcg/model.h>
#include <libcg/names.h>
#include <libcg/output.h>
#include <libcg/paths.h>
#include <libcg/plugin.h>
#include <libcg/profile.h>
#include <libcg/profile_write.h>
#include <libcg/query.h>
#include <libcg/reach_facts.h>
#include <libcg/rules.h>
#include <libcg/select.h>
#include <libcg/site.h>
#include <libcg/stack.h>
#include <libcg/subgraph.h>
#include <libcg/validate.h>
#include <libcg/value.h>

#endif
