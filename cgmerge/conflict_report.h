/*
 * The report of --conflicts: where definitions of one function differ.
 */
#ifndef CGMERGE_CONFLICT_REPORT_H
#define CGMERGE_CONFLICT_REPORT_H

#include <stdbool.h>

#include <libcg/conflicts.h>

/**
 * Finish and write the conflicts. As text, one block for each function:
 *
 *     _ZN3FooC1Ev (Foo::Foo())
 *       numStatements: 3 in a.mcg (and 4 more), 5 in b.mcg
 *
 * The report is empty when there are no conflicts. Long values are cut. An internal function has
 * its file after the name. As JSON:
 *
 *     {"version":1,"conflicts":[{"function":…,"demangled":…,"origin":…,"key":…,
 *      "values":[{"value":…,"source":…,"count":…},…]},…]}
 *
 * @param path  output file; "-" is standard output; a regular file is replaced as a whole
 * @param json  as JSON
 * @return CG_OK, CG_E_IO or what cg_conflicts_finish returns
 */
int conflicts_report(struct cg_conflicts *conflicts, const char *path, bool json,
                     struct cg_error *error);

#endif
