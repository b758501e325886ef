/*
 * What the clang driver is about to do.
 */
#ifndef CGCOLLECT_IR_PLAN_H
#define CGCOLLECT_IR_PLAN_H

/**
 * Check what the driver would do. The filter of options (commands/allowed.h) lets nothing through
 * that does more than compile; this check does not rely on it, nor on the tables of one version.
 *
 * @param plan   what "clang -###" prints
 * @param output the only file that may be written, besides precompiled modules that the driver
 *               removes
 * @return NULL if it only compiles; else what is wrong, to release with g_free
 */
char *ir_check_plan(const char *plan, const char *output);

#endif
