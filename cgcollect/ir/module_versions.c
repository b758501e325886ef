/*
 * Decides which modules can be read: by file name, and by LLVM version.
 */
#include <llvm-c/Core.h>

#include "ir/ir.h"

unsigned ir_version(void)
{
    unsigned major;
    LLVMGetVersion(&major, NULL, NULL);
    return major;
}

bool ir_is_module(const char *file)
{
    return g_str_has_suffix(file, ".bc") || g_str_has_suffix(file, ".ll");
}
