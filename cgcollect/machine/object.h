/*
 * An object file as an assembler makes it (ELF, relocatable): its sections, and what its symbols
 * and relocations say of them.
 *
 * Format: System V ABI, chapter 4 (https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html).
 */
#ifndef CGCOLLECT_MACHINE_OBJECT_H
#define CGCOLLECT_MACHINE_OBJECT_H

#include <glib.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

/** No section, no symbol. */
#define OBJECT_NONE UINT32_MAX

/** A symbol. */
struct object_symbol {
    const char *name; /**< without a version; "" if it has none */
    uint32_t section; /**< OBJECT_NONE: defined elsewhere, `common`, or no place */
    bool common;      /**< a variable that the linker places */
    uint64_t value;   /**< offset in the section; of a Thumb function without its lowest bit */
    uint64_t size;    /**< 0: unknown */
    unsigned char type;
    unsigned char binding;
    bool hidden;
};

/** A relocation: the bytes at an offset refer to a symbol. */
struct object_relocation {
    uint64_t offset; /**< in the section */
    uint32_t symbol; /**< its number, or OBJECT_NONE */
    uint32_t type;
    bool has_addend; /**< otherwise it is in the bytes */
    uint64_t addend; /**< modulo 2^64 */
};

/** A section with content. */
struct object_section {
    const char *name; /**< "" of what is none, or for tools alone */
    bool code;
    bool data; /**< may be loaded, neither code nor for unwinding the stack */
    bool writable;
    const uint8_t *bytes; /**< NULL: all zeros */
    uint64_t size;
    GArray *relocations; /**< of struct object_relocation, by offset; NULL: none */
};

/** An object file. Read freely. */
struct object {
    Elf *elf;
    unsigned machine;      /**< EM_... */
    bool compiled;         /**< a compiler made the code, which it says in `.comment` */
    bool has_landing_pads; /**< exceptions lead to code that nothing else may lead to */
    GArray *sections;      /**< of struct object_section, by ELF's number */
    GArray *symbols;       /**< of struct object_symbol, by ELF's number in the first table */
    GStringChunk *names;   /**< those without their versions */
};

/**
 * Read an object file.
 *
 * @param descriptor of the file; it stays open while the object is used, and is the caller's
 * @param why        receives the reason of a failure, static
 * @return the object, to release with object_free; NULL on failure. O(n log n) in relocations
 */
struct object *object_read(int descriptor, const char **why);

/** Release an object. NULL is allowed. */
void object_free(struct object *object);

const struct object_section *object_section_at(const struct object *object, uint32_t section);
const struct object_symbol *object_symbol_at(const struct object *object, uint32_t symbol);

/** The addend of a relocation in data, which may be in the bytes. */
uint64_t object_addend(const struct object_section *section,
                       const struct object_relocation *relocation);

/** The first relocation of a section from `begin` on and before `end`; NULL: none. O(log n) */
const struct object_relocation *object_relocation_in(const struct object_section *section,
                                                     uint64_t begin, uint64_t end);

#endif
