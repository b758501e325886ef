/*
 * cgcollect in place of a compiler: runs the compiler and writes a graph beside each object.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPING_WRAPPER_H
#define CGCOLLECT_DRIVER_WRAPPING_WRAPPER_H

#include "driver/options.h"

/**
 * Run the compiler of the options, and collect what it has compiled.
 *
 * @return the compiler's exit code; does not return if the compiler died of a signal
 */
int wrapper_run(const struct options *options);

#endif
