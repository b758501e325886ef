/*
 * Shared by reading and writing: the kind `fileProperties`, in which version 2 stores origins.
 */
#ifndef FILE_PROPERTIES_H
#define FILE_PROPERTIES_H

/**
 * Member of `fileProperties` in version 2: an array with the value of version 4, or an empty one if
 * there is none. Written if the other members cannot represent it: if they were invented because
 * MetaCG needs them, or the value has an "origin" of its own or spaces, or is not an object.
 */
#define FILE_PROPERTIES_WHOLE "_CGProperties"

#endif
