/*
 * What reading and writing share about the kind `fileProperties`, in which version 2 keeps origins.
 */
#ifndef FILE_PROPERTIES_H
#define FILE_PROPERTIES_H

/**
 * Member of `fileProperties` in version 2: an array with the value of version 4, or an empty one
 * when it has none. Written where the other members do not tell: where these were made up because
 * MetaCG needs them, and of values that have an "origin" of their own, spaces, or are no object.
 */
#define FILE_PROPERTIES_WHOLE "_CGProperties"

#endif
