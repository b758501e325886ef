/*
 * Finds the bytes before a return address in the executable sections and decodes a call that ends
 * there.
 */
#include "profile/gprof/gprof_code.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_SECTIONS 64u /* programs have about five */
#define CALL 0xe8         /* with a 32-bit displacement */
#define CALL_BYTES 5u

struct section {
    Elf_Scn *handle;
    uint64_t begin;
};

struct gprof_code {
    Elf *elf;
    int fd;
    struct section sections[MOST_SECTIONS];
    size_t count;
};

static void find_sections(struct gprof_code *code)
{
    Elf_Scn *section = NULL;
    while (code->count < MOST_SECTIONS && (section = elf_nextscn(code->elf, section)) != NULL) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_PROGBITS &&
            header.sh_flags & SHF_EXECINSTR) {
            code->sections[code->count++] = (struct section){section, header.sh_addr};
        }
    }
}

struct gprof_code *gprof_code_open(const char *path)
{
    struct gprof_code *code = calloc(1, sizeof *code);
    GElf_Ehdr header;
    if (!code) {
        return NULL;
    }
    code->fd = open(path, O_RDONLY | O_CLOEXEC);
    code->elf = code->fd < 0 ? NULL : elf_begin(code->fd, ELF_C_READ, NULL);
    bool x86 = code->elf && gelf_getehdr(code->elf, &header) &&
               (header.e_machine == EM_X86_64 || header.e_machine == EM_386);
    if (!x86) {
        gprof_code_close(code);
        return NULL;
    }
    find_sections(code);
    return code;
}

void gprof_code_close(struct gprof_code *code)
{
    if (code) {
        elf_end(code->elf);
        if (code->fd >= 0) {
            close(code->fd);
        }
        free(code);
    }
}

/* The bytes of an instruction that ends at an address, NULL if unavailable. */
static const unsigned char *before(struct gprof_code *code, uint64_t address)
{
    for (size_t i = 0; i < code->count; i++) {
        Elf_Data *data = elf_rawdata(code->sections[i].handle, NULL);
        uint64_t offset = address - code->sections[i].begin;
        if (data && data->d_buf && address >= code->sections[i].begin && offset >= CALL_BYTES &&
            offset <= data->d_size) {
            return (const unsigned char *)data->d_buf + offset - CALL_BYTES;
        }
    }
    return NULL;
}

bool gprof_code_calls(struct gprof_code *code, uint64_t address, uint64_t callee)
{
    const unsigned char *bytes = code ? before(code, address) : NULL;
    if (!bytes || bytes[0] != CALL) {
        return false;
    }
    uint32_t distance = (uint32_t)bytes[1] | (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3] << 16 |
                        (uint32_t)bytes[4] << 24;
    return (uint32_t)address + distance == (uint32_t)callee;
}
