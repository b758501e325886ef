/* Searches the program headers of the file for the one that an address or an offset is in. */
#include "segments.h"

/* The segment that an address or an offset is in. */
static bool find_segment(GElf_Phdr *out, Elf *elf, uint64_t value, bool is_address)
{
    size_t count = 0;
    if (!elf || elf_getphdrnum(elf, &count) != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (gelf_getphdr(elf, (int)i, out) && out->p_type == PT_LOAD) {
            uint64_t start = is_address ? out->p_vaddr : out->p_offset;
            if (value >= start && value - start < out->p_filesz) {
                return true;
            }
        }
    }
    return false;
}

bool segments_address(GElf_Addr *out, Elf *elf, uint64_t offset)
{
    GElf_Phdr segment;
    bool found = find_segment(&segment, elf, offset, false);
    if (found) {
        *out = offset - segment.p_offset + segment.p_vaddr;
    }
    return found;
}

uint64_t segments_offset(Elf *elf, GElf_Addr address)
{
    GElf_Phdr segment;
    return find_segment(&segment, elf, address, true) ? address - segment.p_vaddr + segment.p_offset
                                                      : 0;
}
