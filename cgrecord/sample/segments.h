/*
 * The addresses that an executable or library gives to its contents, and their offsets in the file.
 */
#ifndef CGRECORD_SEGMENTS_H
#define CGRECORD_SEGMENTS_H

#include <stdbool.h>

#include <gelf.h>

/** The address of what is at an offset. @param elf NULL: there is none
 *  @return false: nothing that is mapped is there. O(segments) */
bool segments_address(GElf_Addr *out, Elf *elf, uint64_t offset);

/** The offset of what is at an address. @return 0: nothing is. O(segments) */
uint64_t segments_offset(Elf *elf, GElf_Addr address);

#endif
