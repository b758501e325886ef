/*
 * Running the real compiler, so that whoever started cgcollect sees no difference.
 */
#ifndef CGCOLLECT_DRIVER_COMPILER_H
#define CGCOLLECT_DRIVER_COMPILER_H

/** Note how signals are handled, for the compiler to find them so; call before that changes. */
void compiler_prepare(void);

/**
 * Become the compiler.
 *
 * @return when it cannot be run: the exit code a shell has for that, which has been told
 */
int compiler_become(char **argv);

/**
 * Run the compiler and wait for it. Signals that ask to stop are the compiler's to obey: one that
 * came to cgcollect alone is passed on.
 *
 * @param stop receives the signal that came meanwhile, or 0
 * @return its status, as of waitpid
 */
int compiler_run(char **argv, int *stop);

/** End with a status of waitpid: die of the same signal, or return the exit code to end with. */
int compiler_end_like(int status);

/** Die of a signal. @return the exit code a shell has for that, should it not kill */
int compiler_die_of(int signal);

#endif
