/*
 * profile-lines FILE: prints the contents of a profile as in profile_pieces.h, for tests that are
 * not in C.
 */
#include "profile_pieces.h"

static void warn(void *user, const struct cg_error *where)
{
    (void)user;
    fprintf(stderr, "%s:%lu: warning: %s\n", where->file, where->line, where->text);
}

int main(int argc, char **argv)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *profile;
    struct cg_error error = {0};
    char text[1200];
    options.warn = warn;
    if (argc != 2 || cg_profile_read_file(&profile, argv[1], &options, &error)) {
        cg_error_format(text, sizeof text, &error);
        fprintf(stderr, "profile-lines: error: %s\n", argc == 2 ? text : "one file is wanted");
        return 2;
    }
    bool ok = profile_pieces(stdout, profile);
    cg_profile_free(profile);
    return ok ? 0 : 2;
}
