/*
 * Recognises clang's messages that a file could not be read, as opposed to those about its
 * contents.
 */
#ifndef CGCOLLECT_TEXT_READ_FAILURE_H
#define CGCOLLECT_TEXT_READ_FAILURE_H

#include <stdbool.h>

/** @return whether one line of clang's messages says that a file could not be read: what it holds
 *  is then unknown. A header that does not exist is no such failure. */
bool text_is_read_failure(const char *message);

#endif
