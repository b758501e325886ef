#include "gmon.h"

#include <check.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Elf_Scn *add_section(Elf *elf, unsigned type, size_t name, const void *bytes, size_t length,
                            Elf_Type kind)
{
    Elf_Scn *section = elf_newscn(elf);
    Elf_Data *data = elf_newdata(section);
    GElf_Shdr header;
    ck_assert(section && data && gelf_getshdr(section, &header));
    data->d_buf = (void *)(uintptr_t)bytes;
    data->d_size = length;
    data->d_type = kind;
    data->d_align = 8;
    data->d_version = EV_CURRENT;
    header.sh_type = type;
    header.sh_name = (Elf64_Word)name;
    ck_assert(gelf_update_shdr(section, &header));
    return section;
}

static void add_header(Elf *elf, const struct machine *machine)
{
    GElf_Ehdr header;
    ck_assert(gelf_newehdr(elf, machine->wide ? ELFCLASS64 : ELFCLASS32));
    ck_assert(gelf_getehdr(elf, &header));
    header.e_ident[EI_DATA] = machine->big_endian ? ELFDATA2MSB : ELFDATA2LSB;
    header.e_type = ET_EXEC;
    header.e_machine = machine->big_endian ? EM_PPC64 : machine->wide ? EM_X86_64 : EM_386;
    header.e_version = EV_CURRENT;
    header.e_shstrndx = 1;
    ck_assert(gelf_update_ehdr(elf, &header));
}

static void add_symbols(Elf *elf, const struct made_program *program, char *names, char *room)
{
    size_t entry = gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
    size_t size = entry * (program->count + 1);
    Elf_Scn *section =
        add_section(elf, program->dynamic ? SHT_DYNSYM : SHT_SYMTAB, 1, room, size, ELF_T_SYM);
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Shdr header;
    size_t used = 1;
    for (size_t i = 0; i < program->count; i++) {
        const struct made_symbol *from = &program->symbols[i];
        GElf_Sym symbol = {.st_name = (Elf64_Word)used,
                           .st_value = from->value,
                           .st_size = from->size,
                           .st_info = GELF_ST_INFO(from->bind, from->type),
                           .st_shndx = from->type == STT_FILE ? SHN_ABS : 2};
        strcpy(names + used, from->name);
        used += strlen(from->name) + 1;
        ck_assert(gelf_update_sym(data, (int)i + 1, &symbol));
    }
    Elf_Scn *strings = add_section(elf, SHT_STRTAB, 1, names, used, ELF_T_BYTE);
    ck_assert(gelf_getshdr(section, &header));
    header.sh_link = (Elf64_Word)elf_ndxscn(strings);
    header.sh_entsize = entry;
    ck_assert(gelf_update_shdr(section, &header));
}

void make_program(const char *path, const struct made_program *program)
{
    static const char section_names[] = "\0.x";
    static const unsigned char no_code[256];
    char *names = calloc(program->count + 1, 64);
    char *room = calloc(program->count + 1, sizeof(Elf64_Sym));
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    GElf_Shdr header;
    ck_assert(fd >= 0 && elf_version(EV_CURRENT) != EV_NONE);
    Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
    add_header(elf, &program->machine);
    add_section(elf, SHT_STRTAB, 1, section_names, sizeof section_names, ELF_T_BYTE);
    Elf_Scn *text = add_section(elf, SHT_PROGBITS, 1, program->code ? program->code : no_code,
                                program->code ? program->code_length : sizeof no_code, ELF_T_BYTE);
    gelf_getshdr(text, &header);
    header.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    header.sh_addr = program->code_begin;
    gelf_update_shdr(text, &header);
    add_symbols(elf, program, names, room);
    ck_assert_msg(elf_update(elf, ELF_C_WRITE) > 0, "%s", elf_errmsg(-1));
    elf_end(elf);
    close(fd);
    free(names);
    free(room);
}

/* gmon.out */

void gmon_number(struct gmon *gmon, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        size_t shift = gmon->machine.big_endian ? bytes - 1 - i : i;
        gmon->bytes[gmon->length++] = (unsigned char)(number >> (8 * shift));
    }
}

void gmon_start(struct gmon *gmon, struct machine machine)
{
    memset(gmon, 0, sizeof *gmon);
    gmon->machine = machine;
    memcpy(gmon->bytes, "gmon", 4);
    gmon->length = 4;
    gmon_number(gmon, 1, 4);
    gmon->length += 12;
}

static size_t width(const struct gmon *gmon)
{
    return gmon->machine.wide ? 8 : 4;
}

void gmon_arc(struct gmon *gmon, uint64_t from, uint64_t self, uint32_t count)
{
    gmon_number(gmon, 1, 1);
    gmon_number(gmon, from, width(gmon));
    gmon_number(gmon, self, width(gmon));
    gmon_number(gmon, count, 4);
}

void gmon_histogram(struct gmon *gmon, uint64_t low, uint64_t high, const unsigned *bins,
                    uint32_t count)
{
    gmon_number(gmon, 0, 1);
    gmon_number(gmon, low, width(gmon));
    gmon_number(gmon, high, width(gmon));
    gmon_number(gmon, count, 4);
    gmon_number(gmon, 100, 4);
    memcpy(gmon->bytes + gmon->length, "seconds\0\0\0\0\0\0\0\0s", 16);
    gmon->length += 16;
    for (uint32_t i = 0; i < count; i++) {
        gmon_number(gmon, bins[i], 2);
    }
}
