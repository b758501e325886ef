/*
 * Explains why a module cannot be read: another LLVM made it, and which one, if the file shows it.
 * Used by module.c.
 */
#include "ir/ir_stages.h"

#include <string.h>

#include "text/lexical_paths.h"

/** LLVM's message names the producer of bitcode, in brackets at its end. */
static const char *producer_of_bitcode(const char *message)
{
    static const char mark[] = "(Producer: 'LLVM";
    const char *at = strstr(message, mark);
    return at ? at + strlen(mark) : NULL;
}

/** The remedy for bitcode made by a newer LLVM. @return a text to release, NULL if that is not the
 *  cause */
static char *newer_bitcode(const char *message)
{
    const char *producer = producer_of_bitcode(message);
    guint64 major = producer ? g_ascii_strtoull(producer, NULL, 10) : 0;
    if (major <= ir_version()) {
        return NULL;
    }
    return g_strdup_printf(
        "made by LLVM %.*s; this cgcollect reads bitcode up to LLVM %u: build "
        "cgcollect with LLVM %" G_GUINT64_FORMAT ", or make the bitcode with LLVM %u or older",
        (int)strcspn(producer, "'"), producer, ir_version(), major, ir_version());
}

/** Textual IR does not name its LLVM, but mostly its compiler, in metadata `llvm.ident`. @return
 *  the compiler's name and version to release, NULL if it is not named */
static char *compiler_of_text(const char *file)
{
    char *text = NULL;
    char *found = NULL;
    if (!g_str_has_suffix(file, ".ll") || !g_file_get_contents(file, &text, NULL, NULL)) {
        return NULL;
    }
    for (char *at = text; !found && (at = strstr(at, "= !{!\"")); at++) {
        char *name = at + strlen("= !{!\"");
        char *end = name + strcspn(name, "\"\n");
        char *version = g_strstr_len(name, end - name, " version ");
        found = version ? g_strndup(name, (gsize)(end - name)) : NULL;
    }
    g_free(text);
    return found;
}

/** The first line of LLVM's message, with the name of the module in place of `path`. */
static char *named(const struct ir *ir, const char *path, const char *message)
{
    char *line = g_strndup(message, strcspn(message, "\n"));
    if (!g_str_has_prefix(line, path)) {
        return line;
    }
    const char *file = ir->input->file;
    const char *shown = ir_is_module(file) ? path_below(ir->input->root, file) : "clang's bitcode";
    char *whole = g_strconcat(shown, line + strlen(path), NULL);
    g_free(line);
    return whole;
}

char *ir_complaint(const struct ir *ir, const char *path, const char *message)
{
    message = message ? message : "not an LLVM module";
    char *newer = newer_bitcode(message);
    if (newer) {
        return newer;
    }
    char *line = named(ir, path, message);
    char *compiler = compiler_of_text(ir->input->file);
    if (!compiler) {
        return line;
    }
    char *both = g_strdup_printf("%s (made by %s; this cgcollect reads IR up to LLVM %u)", line,
                                 compiler, ir_version());
    g_free(line);
    g_free(compiler);
    return both;
}
