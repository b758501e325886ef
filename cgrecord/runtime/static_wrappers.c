/*
 * Functions of the system that the library stands in for when it is linked statically: jumps out of
 * functions. _longjmp is the same function in libc, so it stays as it is.
 */
#include "jumps.h"

extern cgr_jump_function _longjmp;

CGR_JUMP(longjmp, _longjmp)
CGR_JUMP(siglongjmp, _longjmp)

void cgr_wrappers_start(void)
{
}

int cgr_sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    return sigaction(number, action, old);
}
