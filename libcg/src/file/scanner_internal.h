/*
 * What the parts of the tokeniser share: scanner.c (the window, punctuation, members),
 * scanner_string.c and scanner_value.c.
 */
#ifndef FILE_SCANNER_INTERNAL_H
#define FILE_SCANNER_INTERNAL_H

#include "file/scanner.h"

/** Read more behind the window. @return false at the end of the input and on failure */
bool scanner_refill(struct scanner *s);

/** Have at least `count` bytes in the window. @return false when the input has no more */
bool scanner_have(struct scanner *s, size_t count);

/** Fail because the next byte is not what should be there. @return false */
bool scanner_unexpected(struct scanner *s, const char *wanted);

#endif
