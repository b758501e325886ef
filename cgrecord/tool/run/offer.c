/*
 * Looks for calls of hooks, sleds of XRay, the recorder itself and the loader's segment in the ELF
 * file of a command.
 */
#include "run/offer.h"

#include "../../recording/rights.h"

#include "choose/functions.h"

#include <fcntl.h>
#include <gelf.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

static void look_at_symbols(struct offer *offer, Elf *elf, Elf_Scn *section,
                            const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol)
                               ? elf_strptr(elf, header->sh_link, symbol.st_name)
                               : NULL;
        offer->calls_hooks = offer->calls_hooks || (name && functions_is_hook(name));
        offer->has_recorder = offer->has_recorder || (name && strcmp(name, "cgr_runtime") == 0);
    }
}

static void look_at_sections(struct offer *offer, Elf *elf)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    bool interpreter = false;
    size_t count = 0, names = 0;
    elf_getshdrstrndx(elf, &names);
    offer->is_stripped = true;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        offer->has_sleds = offer->has_sleds || (name && strcmp(name, "xray_instr_map") == 0);
        offer->is_stripped = offer->is_stripped && !(name && header.sh_type == SHT_SYMTAB);
        if (name && (header.sh_type == SHT_DYNSYM || header.sh_type == SHT_SYMTAB)) {
            look_at_symbols(offer, elf, section, &header);
        }
    }
    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        interpreter =
            interpreter || (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_INTERP);
    }
    offer->is_static = !interpreter;
}

void offer_find(struct offer *offer, const char *command)
{
    *offer = (struct offer){.command = command, .program = g_find_program_in_path(command)};
    int file = offer->program ? open(offer->program, O_RDONLY | O_CLOEXEC) : -1;
    elf_version(EV_CURRENT);
    Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
    offer->is_privileged = file >= 0 && cgr_changes_rights(file);
    offer->is_elf = elf && elf_kind(elf) == ELF_K_ELF;
    if (offer->is_elf) {
        look_at_sections(offer, elf);
    }
    elf_end(elf);
    if (file >= 0) {
        close(file);
    }
}

void offer_clear(struct offer *offer)
{
    g_free(offer->program);
}
