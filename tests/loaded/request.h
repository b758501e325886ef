/* What a program that is kept loaded is asked, by ask.c of keep.c. */
#ifndef TESTS_LOADED_REQUEST_H
#define TESTS_LOADED_REQUEST_H

#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/un.h>

/** Descriptors that a message can carry, one of which is that of the directory. */
#define MOST_DESCRIPTORS 200

/** The first message; the words of the command and of the environment follow, each with its NUL.
 * The answers
 *  are the number of the process and, when it has ended, what waitpid says of it, each an int. */
struct request {
    uint64_t size; /**< of the words */
    uint32_t arguments;
    uint32_t variables;
    uint32_t descriptors; /**< sent along: that of the directory, then those with these numbers */
    int32_t numbers[MOST_DESCRIPTORS];
    uint32_t umask;
    uint64_t ignored; /**< signals, as bits */
    struct rlimit limits[RLIM_NLIMITS];
};

/** The address of a socket in a directory that is open, whose path may be longer than an address.
 */
static inline struct sockaddr_un socket_address(int directory, const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", directory, name);
    return address;
}

#endif
