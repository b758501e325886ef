/* Opens ELF files and archives, and looks how much they hold. */
#include "graphs/elf_file.h"

#include "files/found_file.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What may overlap: linkers share the ends of names, and many symbols can have one name. */
#define MOST_SECTIONS 4u                   /* times the file: all sections together */
#define MOST_NAMES 64u                     /* times the file: the names of all symbols together */
#define ALWAYS_ALLOWED ((uint64_t)1 << 20) /* bytes of names, however small the file is */

/** What is still allowed of a file, in bytes. */
struct budget {
    uint64_t sections;
    uint64_t names;
};

static bool spend(uint64_t *left, uint64_t bytes)
{
    bool enough = bytes <= *left;
    *left -= enough ? bytes : *left;
    return enough;
}

static bool spend_name(struct budget *budget, Elf *elf, size_t table, size_t at)
{
    const char *name = elf_strptr(elf, table, at);
    return !name || spend(&budget->names, strlen(name));
}

static bool has_sound_symbols(struct budget *budget, Elf *elf, Elf_Scn *section, size_t table)
{
    GElf_Sym symbol;
    Elf_Data *data = elf_getdata(section, NULL);
    bool sound = true;
    for (int i = 0; sound && data && gelf_getsym(data, i, &symbol); i++) {
        sound = spend_name(budget, elf, table, symbol.st_name);
    }
    return sound;
}

static bool has_sound_texts(struct budget *budget, Elf *elf, Elf_Scn *section, size_t table)
{
    GElf_Dyn entry;
    Elf_Data *data = elf_getdata(section, NULL);
    bool sound = true;
    for (int i = 0; sound && data && gelf_getdyn(data, i, &entry); i++) {
        bool text =
            entry.d_tag == DT_NEEDED || entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH;
        sound = !text || spend_name(budget, elf, table, entry.d_un.d_val);
    }
    return sound;
}

static bool is_sound_section(struct budget *budget, Elf *elf, Elf_Scn *section)
{
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS) {
        return true;
    }
    if (!spend(&budget->sections, header.sh_size)) {
        return false;
    }
    bool symbols = header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM;
    return symbols ? has_sound_symbols(budget, elf, section, header.sh_link)
                   : header.sh_type != SHT_DYNAMIC ||
                         has_sound_texts(budget, elf, section, header.sh_link);
}

static uint64_t size_of(Elf *elf, int fd)
{
    const Elf_Arhdr *member = elf_getarhdr(elf);
    struct stat info;
    int64_t size = member ? member->ar_size : fstat(fd, &info) == 0 ? info.st_size : 0;
    return size > 0 ? (uint64_t)size : 0;
}

bool elf_is_sound(Elf *elf, int fd)
{
    uint64_t size = size_of(elf, fd);
    struct budget budget = {size * MOST_SECTIONS, size * MOST_NAMES + ALWAYS_ALLOWED};
    bool sound = true;
    for (Elf_Scn *section = NULL; sound && (section = elf_nextscn(elf, section));) {
        sound = is_sound_section(&budget, elf, section);
    }
    return sound;
}

struct elf_file elf_file_open(const char *path)
{
    struct elf_file file = {found_open(path), NULL};
    elf_version(EV_CURRENT);
    file.elf = file.fd >= 0 ? elf_begin(file.fd, ELF_C_READ, NULL) : NULL;
    return file;
}

void elf_file_close(struct elf_file *file)
{
    elf_end(file->elf);
    if (file->fd >= 0) {
        close(file->fd);
    }
    *file = (struct elf_file){-1, NULL};
}

bool elf_file_is_sound(const struct elf_file *file)
{
    return file->elf && elf_kind(file->elf) == ELF_K_ELF && elf_is_sound(file->elf, file->fd);
}
