/*
 * cgcollect in place of a compiler: the compiler runs, and a graph appears beside each object.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPER_H
#define CGCOLLECT_DRIVER_WRAPPER_H

#include "driver/options.h"

/**
 * Run the compiler of the options, and collect what it has compiled.
 *
 * @return the compiler's exit code; it may not return at all, but end as the compiler does
 */
int wrapper_run(const struct options *options);

#endif
