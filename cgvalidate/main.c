/* cgvalidate: hold a call graph against what really ran. */
#include "cgvalidate.h"

static int list_formats(void)
{
    const char *format;
    for (size_t i = 0; (format = cg_profile_format_at(i)); i++) {
        puts(format);
    }
    return cli_finish(CLI_OK);
}

int main(int argc, char **argv)
{
    struct validate_settings settings = {0};
    int code;
    cli_init("cgvalidate");
    if (!validate_parse(&settings, &argc, &argv, &code)) {
        validate_settings_free(&settings);
        return code;
    }
    code = settings.list_formats ? list_formats()
           : settings.dump       ? dump_run(&settings)
                                 : validate_run(&settings);
    validate_settings_free(&settings);
    return code;
}
