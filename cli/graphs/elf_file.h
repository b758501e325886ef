/*
 * ELF files and archives of anyone. Sections of such a file may overlap, and so may its strings: a
 * megabyte can have names of a terabyte. Where all that it holds is far larger than the file, it is
 * not read: it is not sound.
 */
#ifndef CLI_ELF_FILE_H
#define CLI_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>

/** A file that is open. */
struct elf_file {
    int fd;   /**< -1: it cannot be read, and errno has why as for found_open */
    Elf *elf; /**< NULL: it is neither ELF nor an archive */
};

/** Open a file; release with elf_file_close. */
struct elf_file elf_file_open(const char *path);

void elf_file_close(struct elf_file *file);

/** @return whether it is ELF, no archive, and sound. O(symbols) */
bool elf_file_is_sound(const struct elf_file *file);

/** The same of a member of an archive, or of the file itself. */
bool elf_is_sound(Elf *elf, int fd);

#endif
