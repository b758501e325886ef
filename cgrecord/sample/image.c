/*
 * Finds unwind rules through .eh_frame_hdr and keeps the step of each address, since stacks meet
 * the same few addresses again and again.
 */
#include "image.h"

#include "segments.h"

#include <dwarf.h>
#include <fcntl.h>
#include <files/debug_bounds.h>
#include <gelf.h>
#include <glib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* An entry of .eh_frame_hdr: addresses relative to that section, sorted. */
struct entry {
    int32_t function;
    int32_t description;
};

/* Its head, in the form that linkers write: a pointer to .eh_frame relative to its own place, the
 * number of entries, and entries of signed words. */
struct head {
    uint8_t version;
    uint8_t encodings[3];
    int32_t pointer;
    uint32_t count;
};

/* What was asked for. */
struct asked {
    uint64_t offset;
    const struct image_step *step;
    bool is_known;
};

/* Places where the frames of most programs are; a hash table takes five times as long as this. */
#define OFTEN_ASKED 1024u

struct image {
    int file;
    Elf *elf;
    Dwarf *debug;
    Dwarf_CFI *tables;               /* .eh_frame */
    Dwarf_CFI *debug_tables;         /* .debug_frame, for what .eh_frame does not have */
    GHashTable *steps;               /* offset to struct image_step; NULL as value: there is none */
    struct asked asked[OFTEN_ASKED]; /* by offset, the last of each */
    GPtrArray *operations;           /* arrays of Dwarf_Op */
    const struct entry *functions;   /* .eh_frame_hdr; NULL: there is none */
    size_t function_count;
    GElf_Addr functions_at;
};

static void find_functions(struct image *image)
{
    static const uint8_t encodings[] = {DW_EH_PE_pcrel | DW_EH_PE_sdata4, DW_EH_PE_udata4,
                                        DW_EH_PE_datarel | DW_EH_PE_sdata4};
    size_t count = 0;
    elf_getphdrnum(image->elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        Elf_Data *data =
            gelf_getphdr(image->elf, (int)i, &segment) && segment.p_type == PT_GNU_EH_FRAME
                ? elf_getdata_rawchunk(image->elf, (int64_t)segment.p_offset, segment.p_filesz,
                                       ELF_T_WORD)
                : NULL;
        const struct head *head = data ? data->d_buf : NULL;
        if (head && data->d_size >= sizeof *head && head->version == 1 &&
            memcmp(head->encodings, encodings, sizeof encodings) == 0 &&
            head->count <= (data->d_size - sizeof *head) / sizeof(struct entry)) {
            image->functions = (const struct entry *)(head + 1);
            image->function_count = head->count;
            image->functions_at = segment.p_vaddr;
        }
    }
}

static struct image *new_image(int file, Elf *elf)
{
    struct image *image = g_new0(struct image, 1);
    image->file = file;
    image->elf = elf;
    image->steps = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    image->operations = g_ptr_array_new_with_free_func(g_free);
    if (elf) {
        image->tables = dwarf_getcfi_elf(elf);
        bool readable = file < 0 || !debug_bounds_exceeded(file);
        image->debug = readable ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
        image->debug_tables = image->debug ? dwarf_getcfi(image->debug) : NULL;
        find_functions(image);
    }
    return image;
}

struct image *image_open(const char *path)
{
    elf_version(EV_CURRENT);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return new_image(file, file < 0 ? NULL : elf_begin(file, ELF_C_READ_MMAP, NULL));
}

/* The table of sections is the last thing in it. */
struct image *image_of_system(void)
{
    const Elf64_Ehdr *start = (const Elf64_Ehdr *)getauxval(AT_SYSINFO_EHDR);
    size_t size = start ? start->e_shoff + (size_t)start->e_shnum * start->e_shentsize : 0;
    elf_version(EV_CURRENT);
    return new_image(-1, size ? elf_memory((char *)start, size) : NULL);
}

void image_free(struct image *image)
{
    if (!image) {
        return;
    }
    if (image->tables) {
        dwarf_cfi_end(image->tables);
    }
    dwarf_end(image->debug);
    elf_end(image->elf);
    if (image->file >= 0) {
        close(image->file);
    }
    g_hash_table_unref(image->steps);
    g_ptr_array_unref(image->operations);
    g_free(image);
}

/* Whether operations are the frame's address plus a number, and perhaps "this is the value". */
static bool is_offset(const Dwarf_Op *ops, size_t count, int32_t *offset, bool *is_value)
{
    size_t at = 1;
    if (!count || ops[0].atom != DW_OP_call_frame_cfa) {
        return false;
    }
    *offset = 0;
    if (at < count && ops[at].atom == DW_OP_plus_uconst) {
        *offset = (int32_t)ops[at++].number;
    }
    *is_value = at < count && ops[at].atom == DW_OP_stack_value;
    return at + *is_value == count;
}

static struct image_rule expression(struct image *image, const Dwarf_Op *ops, size_t count)
{
    Dwarf_Op *copy = g_new(Dwarf_Op, count);
    memcpy(copy, ops, count * sizeof *ops);
    g_ptr_array_add(image->operations, copy);
    return (struct image_rule){.kind =
                                   count && count <= UINT8_MAX ? IMAGE_EXPRESSION : IMAGE_UNKNOWN,
                               .length = (uint8_t)count,
                               .operations = copy};
}

static struct image_rule find_rule(struct image *image, Dwarf_Frame *frame, int number)
{
    Dwarf_Op space[3];
    Dwarf_Op *ops = NULL;
    size_t count = 0;
    struct image_rule rule = {.kind = IMAGE_UNKNOWN};
    bool is_value = false;
    if (dwarf_frame_register(frame, number, space, &ops, &count) != 0) {
        return rule;
    }
    if (!count) {
        rule.kind = ops ? IMAGE_UNKNOWN : IMAGE_SAME;
    } else if (is_offset(ops, count, &rule.offset, &is_value)) {
        rule.kind = is_value ? IMAGE_OFFSET : IMAGE_SAVED;
    } else {
        rule = expression(image, ops, count);
    }
    return rule;
}

static bool find_base(struct image *image, struct image_step *step, Dwarf_Frame *frame)
{
    Dwarf_Op *ops = NULL;
    size_t count = 0;
    if (dwarf_frame_cfa(frame, &ops, &count) != 0 || !count) {
        return false;
    }
    if (count == 1 && ops->atom == DW_OP_bregx && ops->number < IMAGE_REGISTERS) {
        step->base = (int16_t)ops->number;
        step->base_offset = (int32_t)ops->number2;
    } else {
        step->base = -1;
        step->expression = expression(image, ops, count);
    }
    return true;
}

static struct image_step *make_step(struct image *image, Dwarf_Frame *frame)
{
    struct image_step *step = g_new0(struct image_step, 1);
    int return_register = dwarf_frame_info(frame, NULL, NULL, &step->is_signal);
    if (return_register != IMAGE_RETURN || !find_base(image, step, frame)) {
        g_free(step);
        return NULL;
    }
    for (unsigned i = 0; i < IMAGE_REGISTERS; i++) {
        struct image_rule rule = find_rule(image, frame, (int)i);
        rule.number = (uint8_t)i;
        if (rule.kind != IMAGE_SAME && rule.kind != IMAGE_UNKNOWN) {
            step->rules[step->rule_count++] = rule;
        }
        step->is_last = step->is_last || (i == IMAGE_RETURN && rule.kind == IMAGE_UNKNOWN);
    }
    return step;
}

static struct image_step *find_step(struct image *image, uint64_t offset)
{
    GElf_Addr address;
    Dwarf_Frame *frame = NULL;
    struct image_step *step = NULL;
    if (!segments_address(&address, image->elf, offset)) {
        return NULL;
    }
    bool found = image->tables && dwarf_cfi_addrframe(image->tables, address, &frame) == 0;
    if (!found && image->debug_tables) {
        found = dwarf_cfi_addrframe(image->debug_tables, address, &frame) == 0;
    }
    if (found) {
        step = make_step(image, frame);
        free(frame);
    }
    return step;
}

static const struct image_step *kept_step(struct image *image, uint64_t offset)
{
    gpointer step;
    if (!g_hash_table_lookup_extended(image->steps, GSIZE_TO_POINTER(offset), NULL, &step)) {
        step = find_step(image, offset);
        g_hash_table_insert(image->steps, GSIZE_TO_POINTER(offset), step);
    }
    return step;
}

const struct image_step *image_step(struct image *image, uint64_t offset)
{
    struct asked *asked = &image->asked[offset % OFTEN_ASKED];
    if (!asked->is_known || asked->offset != offset) {
        *asked = (struct asked){offset, kept_step(image, offset), true};
    }
    return asked->step;
}

bool image_function(struct image *image, uint64_t offset, uint64_t *out)
{
    GElf_Addr address;
    size_t low = 0, high = image->function_count;
    if (!high || !segments_address(&address, image->elf, offset)) {
        return false;
    }
    int64_t wanted = (int64_t)(address - image->functions_at);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->functions[middle].function <= wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out =
        low ? segments_offset(image->elf, image->functions_at +
                                              (uint64_t)(int64_t)image->functions[low - 1].function)
            : 0;
    return *out != 0;
}
