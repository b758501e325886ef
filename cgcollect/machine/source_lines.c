/*
 * Asks libdwfl, which applies the relocations that debug information of objects has.
 */
#include "machine/source_lines.h"

#include "files/debug_bounds.h"

#include <elfutils/libdwfl.h>
#include <glib.h>
#include <stdio.h>

struct lines {
    Dwfl *session;
    Dwfl_Module *module;
    Elf *elf; /**< in which sections have the addresses that libdwfl gave them */
    GElf_Addr bias;
};

static int find_nothing(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                        const char *file, const char *link, GElf_Word sum, char **out)
{
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)sum, (void)out;
    return -1;
}

struct lines *lines_read(int descriptor, const char **why)
{
    const char *exceeded = debug_bounds_exceeded(descriptor);
    if (exceeded) {
        *why = exceeded;
        return NULL;
    }
    static const Dwfl_Callbacks callbacks = {.find_debuginfo = find_nothing,
                                             .section_address = dwfl_offline_section_address};
    char path[32];
    struct lines *lines = g_new0(struct lines, 1);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    lines->session = dwfl_begin(&callbacks);
    lines->module = lines->session ? dwfl_report_offline(lines->session, "object", path, -1) : NULL;
    if (lines->session) {
        dwfl_report_end(lines->session, NULL, NULL);
    }
    lines->elf = lines->module ? dwfl_module_getelf(lines->module, &lines->bias) : NULL;
    Dwarf_Addr ignored;
    if (!lines->elf || !dwfl_module_getdwarf(lines->module, &ignored)) {
        lines_free(lines);
        return NULL;
    }
    return lines;
}

void lines_free(struct lines *lines)
{
    if (lines) {
        dwfl_end(lines->session);
        g_free(lines);
    }
}

struct machine_line lines_at(const struct lines *lines, uint32_t section, uint64_t offset)
{
    struct machine_line out = {NULL, 0, 0};
    GElf_Shdr header;
    Elf_Scn *at = lines ? elf_getscn(lines->elf, section) : NULL;
    if (!at || !gelf_getshdr(at, &header)) {
        return out;
    }
    Dwfl_Line *line = dwfl_module_getsrc(lines->module, header.sh_addr + offset + lines->bias);
    if (line) {
        out.file = dwfl_lineinfo(line, NULL, &out.line, &out.column, NULL, NULL);
    }
    return out;
}
