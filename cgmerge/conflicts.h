/*
 * The report of --conflicts: where definitions of one function disagree.
 */
#ifndef CGMERGE_CONFLICTS_H
#define CGMERGE_CONFLICTS_H

#include <stdbool.h>

#include <libcg/conflicts.h>

/**
 * End the look and write what was found. As text, a block a function:
 *
 *     _ZN3FooC1Ev (Foo::Foo())
 *       numStatements: 3 in a.mcg (and 4 more), 5 in b.mcg
 *
 * nothing at all when there are no conflicts; long values are cut. Internal functions have their
 * file behind the name. As JSON:
 *
 *     {"version":1,"conflicts":[{"function":…,"demangled":…,"origin":…,"key":…,
 *      "values":[{"value":…,"source":…,"count":…},…]},…]}
 *
 * @param path  where to; "-" is standard output; a regular file is replaced whole
 * @param json  as JSON
 * @return CG_OK, CG_E_IO or what cg_conflicts_finish returns
 */
int conflicts_report(struct cg_conflicts *conflicts, const char *path, bool json,
                     struct cg_error *error);

#endif
