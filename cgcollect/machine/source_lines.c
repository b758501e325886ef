/*
 * Asks libdwfl, which applies the relocations that debug information of objects has.
 */
#include "machine/source_lines.h"

#include "files/debug_bounds.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <unistd.h>

struct lines {
    int failure;   /**< of the system, as errno has it */
    Dwfl *session; /**< NULL: there are no lines */
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

/** libdwfl says of damaged debug information only that it has none, but leaves errno alone. */
static void note_failure(struct lines *lines, bool failed)
{
    if (failed && errno && !lines->failure) {
        lines->failure = errno;
    }
}

static bool open_object(struct lines *lines, int descriptor)
{
    static const Dwfl_Callbacks callbacks = {.find_debuginfo = find_nothing,
                                             .section_address = dwfl_offline_section_address};
    Dwarf_Addr ignored;
    int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    lines->session = own >= 0 ? dwfl_begin(&callbacks) : NULL;
    if (lines->session) {
        lines->module = dwfl_report_offline(lines->session, "object", "object", own);
        dwfl_report_end(lines->session, NULL, NULL);
    }
    if (own >= 0 && !lines->module) {
        close(own);
    }
    lines->elf = lines->module ? dwfl_module_getelf(lines->module, &lines->bias) : NULL;
    return lines->elf && dwfl_module_getdwarf(lines->module, &ignored);
}

struct lines *lines_read(int descriptor, const char **why)
{
    struct lines *lines = g_new0(struct lines, 1);
    const char *exceeded = debug_bounds_exceeded(descriptor);
    if (exceeded) {
        *why = exceeded;
        return lines;
    }
    errno = 0;
    if (!open_object(lines, descriptor)) {
        note_failure(lines, true);
        dwfl_end(lines->session);
        lines->session = NULL;
    }
    return lines;
}

int lines_failure(const struct lines *lines)
{
    return lines->failure;
}

void lines_free(struct lines *lines)
{
    if (lines) {
        dwfl_end(lines->session);
        g_free(lines);
    }
}

struct machine_line lines_at(struct lines *lines, uint32_t section, uint64_t offset)
{
    struct machine_line out = {NULL, 0, 0};
    GElf_Shdr header;
    Elf_Scn *at = lines->session ? elf_getscn(lines->elf, section) : NULL;
    if (!at || !gelf_getshdr(at, &header)) {
        return out;
    }
    errno = 0;
    Dwfl_Line *line = dwfl_module_getsrc(lines->module, header.sh_addr + offset + lines->bias);
    note_failure(lines, !line);
    if (line) {
        out.file = dwfl_lineinfo(line, NULL, &out.line, &out.column, NULL, NULL);
    }
    return out;
}
