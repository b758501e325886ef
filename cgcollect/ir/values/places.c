/*
 * Turns debug information into places of the unit, with files named as the graph names them.
 */
#include "ir/values/ir_context.h"

#include <llvm-c/DebugInfo.h>

#include "text/lexical_paths.h"

/* @return the name of a debug information file, a string of the unit; NULL if it has none. */
static const char *ir_file_name(struct ir *ir, LLVMMetadataRef file)
{
    if (!file) {
        return NULL;
    }
    void *known;
    if (g_hash_table_lookup_extended(ir->files, file, NULL, &known)) {
        return known;
    }
    unsigned length;
    const char *text = LLVMDIFileGetDirectory(file, &length);
    char *directory = length ? g_strndup(text, length) : g_strdup("/");
    text = LLVMDIFileGetFilename(file, &length);
    char *name = g_strndup(text, length);
    const char *kept = NULL;
    if (length && g_utf8_validate(name, -1, NULL) && g_utf8_validate(directory, -1, NULL)) {
        char *absolute = path_of_file(directory, name);
        kept = unit_string(ir->unit, path_below(ir->input->root, absolute));
        g_free(absolute);
    }
    g_free(directory);
    g_free(name);
    g_hash_table_insert(ir->files, file, (char *)kept);
    return kept;
}

struct unit_place ir_place(struct ir *ir, LLVMValueRef instruction)
{
    struct unit_place nowhere = {NULL, 0, 0};
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!location) {
        return nowhere;
    }
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    struct unit_place place = {
        .file = ir_file_name(ir, scope ? LLVMDIScopeGetFile(scope) : NULL),
        .line = LLVMDILocationGetLine(location),
        .column = LLVMDILocationGetColumn(location),
    };
    return place.file && place.line ? place : nowhere;
}

struct unit_place ir_function_place(struct ir *ir, LLVMValueRef function)
{
    struct unit_place place = {NULL, 0, 0};
    LLVMMetadataRef program = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
    if (program) {
        place.file = ir_file_name(ir, LLVMDIScopeGetFile(program));
        place.line = LLVMDISubprogramGetLine(program);
    }
    return place;
}
