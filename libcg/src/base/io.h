/*
 * Writing to file descriptors.
 */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stddef.h>

/** Write all of some bytes, however many the system takes at once. @return 0, or errno */
int cg_write_bytes(int fd, const void *bytes, size_t length);

#endif
