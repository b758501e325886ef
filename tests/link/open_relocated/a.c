#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
/* The program puts a function of its own in place of one of a library. Recorded runs would show a call
 * by main, which calls the library. */
static int instead(const char *text)
{
    return 0;
}
static int patch(struct dl_phdr_info *info, size_t size, void *name)
{
    const ElfW(Dyn) *entry = 0;
    const ElfW(Sym) *symbols = 0;
    const char *texts = 0;
    const ElfW(Rela) *places = 0;
    size_t bytes = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        }
    }
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) {
            symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
        } else if (entry->d_tag == DT_STRTAB) {
            texts = (const char *)entry->d_un.d_ptr;
        } else if (entry->d_tag == DT_JMPREL) {
            places = (const ElfW(Rela) *)entry->d_un.d_ptr;
        } else if (entry->d_tag == DT_PLTRELSZ) {
            bytes = entry->d_un.d_val;
        }
    }
    for (size_t i = 0; i < bytes / sizeof *places; i++) {
        if (strcmp(texts + symbols[ELF64_R_SYM(places[i].r_info)].st_name, name) == 0) {
            void **place = (void **)(info->dlpi_addr + places[i].r_offset);
            long page = sysconf(_SC_PAGESIZE);
            mprotect((void *)((uintptr_t)place & -page), page, PROT_READ | PROT_WRITE);
            *place = (void *)instead;
        }
    }
    return 1;
}
int main(int count, char **arguments)
{
    dl_iterate_phdr(patch, "puts");
    return count > 1 ? puts("x") : 0;
}
