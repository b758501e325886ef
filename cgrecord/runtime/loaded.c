/*
 * Finding a function in the libraries that are loaded, without the lock of the loader, which dlsym
 * takes: another thread may have it, in the constructor of a library, and wait for this one.
 */
#include "runtime.h"

#include <link.h>
#include <string.h>

/* What is asked for. */
struct sought {
    const char *name;
    const void *except;
    void *found;
};

/* The tables of a library that names of functions are found by. */
struct names {
    const ElfW(Sym) * symbols;
    const char *texts;
    const uint32_t *hash; /* GNU's */
};

static const void *address_of(const struct dl_phdr_info *info, ElfW(Addr) value)
{
    ElfW(Addr) base =
        value < info->dlpi_addr ? info->dlpi_addr : 0; /* or the loader has added it */
    return (const void *)(base + value);
}

static struct names names_of(const struct dl_phdr_info *info)
{
    struct names names = {NULL, NULL, NULL};
    const ElfW(Dyn) *entry = NULL;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            entry = address_of(info, info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        }
    }
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) {
            names.symbols = address_of(info, entry->d_un.d_ptr);
        } else if (entry->d_tag == DT_STRTAB) {
            names.texts = address_of(info, entry->d_un.d_ptr);
        } else if (entry->d_tag == DT_GNU_HASH) {
            names.hash = address_of(info, entry->d_un.d_ptr);
        }
    }
    return names;
}

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381;
    while (*name) {
        hash = hash * 33 + (unsigned char)*name++;
    }
    return hash;
}

/* The definition of a name. O(1) @return NULL: there is none */
static const ElfW(Sym) * find_symbol(const struct names *names, const char *name)
{
    uint32_t buckets = names->hash[0], first = names->hash[1];
    const uint32_t *bucket = names->hash + 4 + names->hash[2] * (sizeof(ElfW(Addr)) / 4);
    const uint32_t *chain = bucket + buckets;
    uint32_t hash = hash_of(name);
    uint32_t at = buckets ? bucket[hash % buckets] : 0;
    for (bool last = at < first; !last; at++) {
        const ElfW(Sym) *symbol = &names->symbols[at];
        last = chain[at - first] & 1;
        if ((chain[at - first] | 1) == (hash | 1) &&
            strcmp(names->texts + symbol->st_name, name) == 0) {
            return symbol;
        }
    }
    return NULL;
}

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    struct sought *sought = data;
    const struct names names = names_of(info);
    const ElfW(Sym) *symbol = NULL;
    (void)size;
    if (names.symbols && names.texts && names.hash) {
        symbol = find_symbol(&names, sought->name);
    }
    if (symbol && symbol->st_shndx != SHN_UNDEF) {
        void *found = (void *)(info->dlpi_addr + symbol->st_value);
        sought->found = found == sought->except ? NULL : found;
    }
    return sought->found != NULL;
}

void *cgr_loaded_find(const char *name, const void *except)
{
    struct sought sought = {name, except, NULL};
    dl_iterate_phdr(look, &sought);
    return sought.found;
}
