/*
 * What the clang driver is about to do.
 */
#ifndef CGCOLLECT_IR_PLAN_H
#define CGCOLLECT_IR_PLAN_H

#include <stdbool.h>

/**
 * Check what the driver would do. The filter of options (commands/allowed.h) lets nothing through
 * that does more than compile; this check does not rely on it, nor on the tables of one version.
 *
 * @param text      what "clang -###" prints
 * @param output    the only file that may be written, besides those between two steps, which the
 *                  driver removes: precompiled modules, and preprocessed assembler
 * @param assembles whether a source of assembler is to be made an object
 * @return NULL if it only compiles, or assembles; else what is wrong, to release with g_free
 */
char *ir_check_plan(const char *text, const char *output, bool assembles);

/**
 * Tell whether a command line of the clang driver can only compile, so that there is nothing to
 * check. The environment must have no options for the driver.
 *
 * @param argv   the command line, which begins with the driver
 * @param output the only file that may be written
 * @return whether it has only options that are known just to compile
 */
bool ir_plan_is_evident(char **argv, const char *output);

#endif
