/*
 * Lists the compiler options that take the next argument as operand, and that collecting does not
 * use.
 */
#include "commands/inputs.h"

#include "commands/allowed.h"

/** Options for the output, the assembler, the linker and warnings. */
static const char *const needless[] = {
    "--assert",
    "--dump",
    "--dumpbase",
    "--dumpbase-ext",
    "--dumpdir",
    "--library-directory",
    "--output",
    "--param",
    "--serialize-diagnostics",
    "--write-dependencies",
    "--write-user-dependencies",
    "-A",
    "-G",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-R",
    "-T",
    "-Tbss",
    "-Tdata",
    "-Ttext",
    "-Xanalyzer",
    "-Xassembler",
    "-Xlinker",
    "-aux-info",
    "-b",
    "-bundle_loader",
    "-compatibility_version",
    "-current_version",
    "-dependency-dot",
    "-dependency-file",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-e",
    "-exported_symbols_list",
    "-framework",
    "-gen-cdb-fragment-path",
    "-h",
    "-index-store-path",
    "-install_name",
    "-l",
    "-o",
    "-rpath",
    "-serialize-diagnostics",
    "-u",
    "-weak_framework",
    "-z",
    NULL,
};

/** Options that can run code or write files, or whose operand may be such an option. */
static const char *const refused[] = {
    "--config",
    "-B",
    "-J",
    "-Xarch_device",
    "-Xarch_host",
    "-Xclang",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-wrapper",
    NULL,
};

bool commands_operand_is_needless(const char *option)
{
    return g_strv_contains(needless, option);
}

bool commands_takes_operand(const char *option)
{
    return commands_used_takes_operand(option) || g_strv_contains(needless, option) ||
           g_strv_contains(refused, option);
}
