/*
 * Disassembles bytes that assembly writes as numbers, for assembly.c to read.
 */
#include "text/disassemble.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

/** Longer than the text of any instruction. */
#define LINE_SIZE 256

static LLVMDisasmContextRef disassembler(const char *triple)
{
    static gsize ready;
    if (g_once_init_enter(&ready)) {
        LLVMInitializeAllTargetInfos();
        LLVMInitializeAllTargetMCs();
        LLVMInitializeAllDisassemblers();
        g_once_init_leave(&ready, 1);
    }
    return LLVMCreateDisasm(triple, NULL, 0, NULL, NULL);
}

char *machine_code_text(const char *triple, const uint8_t *bytes, size_t count)
{
    LLVMDisasmContextRef context = disassembler(triple);
    if (!context) {
        return NULL;
    }
    GString *text = g_string_new(NULL);
    uint8_t *code = memcpy(g_malloc(count), bytes, count); /* LLVM-C takes a buffer that it may
                                                            * change */
    bool whole = true;
    for (size_t at = 0; at < count && whole;) {
        char line[LINE_SIZE];
        size_t length =
            LLVMDisasmInstruction(context, code + at, count - at, at, line, sizeof line);
        whole = length > 0;
        at += length;
        g_string_append_printf(text, "%s\n", whole ? line : "");
    }
    g_free(code);
    LLVMDisasmDispose(context);
    return g_string_free(text, !whole);
}
