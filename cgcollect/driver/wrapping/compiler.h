/*
 * Runs the real compiler so that whoever started cgcollect sees no difference.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPING_COMPILER_H
#define CGCOLLECT_DRIVER_WRAPPING_COMPILER_H

/**
 * Become the compiler.
 *
 * @return when it cannot run, after reporting why: the exit code that a shell has for that
 */
int compiler_become(char **argv);

/**
 * Run the compiler and wait for it. The compiler decides on signals that ask to stop; one that
 * reached only cgcollect is passed on.
 *
 * @param stop receives the signal that arrived meanwhile, or 0
 * @return its status, as of waitpid
 */
int compiler_run(char **argv, int *stop);

/** End with a waitpid status: die of the same signal, or return the exit code. */
int compiler_end_like(int status);

/** Die of a signal. @return the exit code that a shell has for it, if the signal does not kill */
int compiler_die_of(int signal);

#endif
