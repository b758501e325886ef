/*
 * Writing to file descriptors.
 */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stddef.h>

/** Write all bytes, however few the system takes at once. @return 0, or errno */
int cg_write_bytes(int fd, const void *bytes, size_t length);

#endif
