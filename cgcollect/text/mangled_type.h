/*
 * Types of functions in linkage names of the Itanium C++ ABI, as pointer facts have them.
 */
#ifndef CGCOLLECT_TEXT_MANGLED_TYPE_H
#define CGCOLLECT_TEXT_MANGLED_TYPE_H

/**
 * The signature of a function type, by the name that the compiler has for the type: the encoding
 * of the ABI with all substitutions written out, and without what may differ between compatible
 * types (docs/pointer-facts.md): `restrict`, bounds of arrays, exception specifications.
 *
 * @param name  name of type information: `_ZTSFvP1SS0_E`
 * @return a new text, release with g_free; NULL if it is none of a function, or has parts that
 *         other files may name otherwise (closures, local classes, expressions). O(length of the
 *         result)
 */
char *mangled_function_type(const char *name);

#endif
