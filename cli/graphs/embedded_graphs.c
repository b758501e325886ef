/* Reads and writes the graphs in ELF files. */
#include "graphs/embedded_graphs.h"

#include "graphs/elf_file.h"
#include "graphs/elf_section.h"

#include <errno.h>
#include <string.h>

#define SECTION "metacg"

/* Reading */

static void take_texts(GPtrArray *texts, const char *text, size_t length)
{
    for (const char *end = text + length; text < end;) {
        size_t size = strnlen(text, (size_t)(end - text));
        if (size) {
            g_ptr_array_add(texts, g_bytes_new(text, size));
        }
        text += size + 1;
    }
}

static void read_sections(GPtrArray *texts, Elf *elf)
{
    GElf_Shdr header;
    size_t names;
    for (Elf_Scn *section = NULL;
         !elf_getshdrstrndx(elf, &names) && (section = elf_nextscn(elf, section));) {
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        Elf_Data *data = g_strcmp0(name, SECTION) == 0 ? elf_rawdata(section, NULL) : NULL;
        if (data && data->d_buf) {
            take_texts(texts, data->d_buf, data->d_size);
        }
    }
}

GPtrArray *embedded_graphs(const char *path)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    struct elf_file file = elf_file_open(path);
    if (elf_file_is_sound(&file)) {
        read_sections(texts, file.elf);
    }
    elf_file_close(&file);
    return texts;
}

static int several(const char *path, guint count, struct cg_error *error)
{
    return cli_fail(error, CG_E_ARGUMENT, path,
                    "holds %u graphs in its section " SECTION
                    "; merge them: cgmerge %.200s -o whole.mcg",
                    count, path);
}

int embedded_graph_read(struct cg_graph **out, const char *path,
                        const struct cg_read_options *options, struct cg_error *error)
{
    int status;
    GPtrArray *texts = strcmp(path, "-") != 0 ? embedded_graphs(path) : g_ptr_array_new();
    if (texts->len == 1) {
        size_t length;
        const char *text = g_bytes_get_data(texts->pdata[0], &length);
        status = cg_read_memory(out, text, length, path, options, error);
    } else {
        status =
            texts->len ? several(path, texts->len, error) : cg_read_file(out, path, options, error);
    }
    g_ptr_array_unref(texts);
    return status;
}

/* Writing */

static int append_bytes(void *user, const void *bytes, size_t length)
{
    GByteArray *all = user;
    if (length > G_MAXUINT - all->len - 1) {
        return EFBIG;
    }
    g_byte_array_append(all, bytes, (guint)length);
    return 0;
}

int embedded_graph_write(const struct cg_graph *graph, const char *path,
                         const struct cg_write_options *options, struct cg_error *error)
{
    GByteArray *text = g_byte_array_new();
    int status = cg_write(graph, append_bytes, text, options, error);
    g_byte_array_append(text, (const guint8 *)"", 1);
    /* MetaCG's script extracts it with objcopy -O binary, which leaves out what is not loaded. */
    const struct elf_section section = {SECTION, true, text->data, text->len};
    status = status ? status : elf_section_set(path, &section, error);
    g_byte_array_unref(text);
    return status;
}
