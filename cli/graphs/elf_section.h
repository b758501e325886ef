/*
 * Sections that tools add to ELF files: notes about graphs, and graphs.
 */
#ifndef CLI_ELF_SECTION_H
#define CLI_ELF_SECTION_H

#include "cli.h"

/** A section. */
struct elf_section {
    const char *name;
    bool loaded; /**< it has the flag of sections that are loaded; a linker that combines objects
                    loads it, a program that has it already does not */
    const void *content;
    size_t length;
};

/**
 * Give an ELF file a section, or the section new content. The file is replaced as a whole and keeps
 * its time. All its other sections keep their content, and those of a program their place.
 *
 * @return CG_OK, CG_E_IO, or CG_E_FORMAT if the file is not ELF, or damaged. O(size of the file).
 */
int elf_section_set(const char *path, const struct elf_section *section, struct cg_error *error);

#endif
