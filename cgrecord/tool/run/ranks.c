/*
 * Reads the variables that MPI and Slurm set for each process, and puts the rank into the names of
 * the files that this process writes.
 */
#include "run/ranks.h"

#include <string.h>

#define SUFFIX ".cubex"

/* What says which of how many a process is. A batch script of Slurm has a rank too, but no number
 * of tasks of its step. */
static const struct {
    const char *rank, *size;
} variables[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                 {"PMI_RANK", "PMI_SIZE"},
                 {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
                 {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

static bool read_number(guint64 *out, const char *variable)
{
    const char *text = g_getenv(variable);
    return text && g_ascii_string_to_unsigned(text, 10, 0, INT32_MAX, out, NULL);
}

/* @return whether this is one of several */
static bool find_rank(guint64 *rank)
{
    guint64 size = 0;
    bool found = false;
    for (size_t i = 0; i < G_N_ELEMENTS(variables) && !found; i++) {
        found = read_number(rank, variables[i].rank) && read_number(&size, variables[i].size);
    }
    return found && size > 1;
}

/* "run.cubex" becomes "run.3.cubex", for all to sort and glob by. */
static void put_text(char **name, const char *text)
{
    if (!*name) {
        return;
    }
    bool has_suffix = g_str_has_suffix(*name, SUFFIX);
    size_t length = strlen(*name) - (has_suffix ? strlen(SUFFIX) : 0);
    char *put = g_strdup_printf("%.*s.%s%s", (int)length, *name, text, has_suffix ? SUFFIX : "");
    g_free(*name);
    *name = put;
}

static void put_rank(char **name, guint64 rank)
{
    char *text = g_strdup_printf("%" G_GUINT64_FORMAT, rank);
    put_text(name, text);
    g_free(text);
}

static bool is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static void say_files(const char *output)
{
    char *all = g_strdup(output);
    put_text(&all, "*");
    cli_note("each rank leaves a profile of its own: 'cgrecord merge %s -o %s' unites them", all,
             output);
    g_free(all);
}

bool ranks_name_files(struct record_settings *settings)
{
    guint64 rank = 0;
    if (!find_rank(&rank)) {
        return true;
    }
    if (strcmp(settings->output, "-") == 0) {
        cli_error("-o -: several ranks cannot write a profile to one standard output; give a file, "
                  "or start mpirun below cgrecord");
        return false;
    }
    if (rank == 0 && !is_device(settings->output)) {
        say_files(settings->output);
    }
    if (!is_device(settings->output)) {
        put_rank(&settings->output, rank);
    }
    put_rank(&settings->keep, rank);
    put_rank(&settings->time, rank);
    return true;
}
