/*
 * Functions that share their code: compilers and linkers merge those with the same instructions.
 * Only the symbols of the executable show it.
 */
#ifndef CGVALIDATE_MERGED_FUNCTIONS_H
#define CGVALIDATE_MERGED_FUNCTIONS_H

/** What is known of the objects of a run. */
struct merged_functions;

/** @return an empty one, to be released with merged_functions_free */
struct merged_functions *merged_functions_new(void);

void merged_functions_free(struct merged_functions *merged);

/** The names of a function's code, as cg_validate_options.names_of_code wants them. An object is
 *  read the first time: O(its symbols). One that is not there, or is no ELF file, has none.
 *  @param user a struct merged_functions */
const char *const *merged_functions_names(void *user, const char *object, const char *name);

#endif
