/*
 * What reading and writing share about the kind `fileProperties`, in which version 2 keeps origins.
 */
#ifndef FILE_PROPERTIES_H
#define FILE_PROPERTIES_H

/** Member of `fileProperties` in version 2 with the value of version 4, where that cannot be told
 *  from the other members: what has an "origin" of its own, is no object, has spaces. */
#define FILE_PROPERTIES_TEXT "_CGProperties"

#endif
