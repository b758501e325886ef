/*
 * Names frames as profiles do: readable names of functions, addresses of code without any, brackets
 * around the rest.
 */
#include "paths/profile_frames.h"

#include <cli.h>

#include <string.h>

cg_frame frames_function(struct cg_profile_builder *builder, const struct symbol *function,
                         const char *object, uint64_t address)
{
    char *base = object ? g_path_get_basename(object) : NULL;
    const char *linkage = function ? function->name : NULL;
    uint64_t place = function && function->address ? function->address : address;
    char *name = linkage
                     ? cli_demangle(linkage)
                     : g_strdup_printf("%s@0x%" G_GINT64_MODIFIER "x", base ? base : "code", place);
    const struct cg_frame_info frame = {
        .name = name,
        .linkage_name = linkage && strcmp(linkage, name) != 0 ? linkage : NULL,
        .file = function ? function->file : NULL,
        .line = function ? function->line : 0,
        .object = object,
        .kind = linkage ? CG_FRAME_FUNCTION : CG_FRAME_UNKNOWN,
    };
    cg_frame number = cg_profile_builder_frame(builder, &frame);
    g_free(name);
    g_free(base);
    return number;
}

cg_frame frames_object(struct cg_profile_builder *builder, const char *object)
{
    char *base = object ? g_path_get_basename(object) : g_strdup("code");
    char *name = base[0] == '[' ? g_strdup(base) : g_strdup_printf("[%s]", base);
    cg_frame number = frames_bracketed(builder, name, CG_FRAME_UNKNOWN, object);
    g_free(name);
    g_free(base);
    return number;
}

cg_frame frames_bracketed(struct cg_profile_builder *builder, const char *name,
                          enum cg_frame_kind kind, const char *object)
{
    const struct cg_frame_info frame = {.name = name, .object = object, .kind = kind};
    return cg_profile_builder_frame(builder, &frame);
}

cg_frame frames_between_samples(struct cg_profile_builder *builder)
{
    return frames_bracketed(builder, "[between samples]", CG_FRAME_ROOT, NULL);
}
