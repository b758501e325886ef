/* Models as formulas. */
#include "model/factors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* With a point, whatever the locale has. */
static void write_number(FILE *out, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    for (char *at = text; *at; at++) {
        *at = *at == ',' ? '.' : *at;
    }
    fputs(text, out);
}

static void write_power(FILE *out, const char *name, const struct cg_model_factor *factor)
{
    fputs(name, out);
    if (factor->root != 1) {
        fprintf(out, "^(%d/%d)", factor->power, factor->root);
    } else if (factor->power < 0) {
        fprintf(out, "^(%d)", factor->power);
    } else if (factor->power != 1) {
        fprintf(out, "^%d", factor->power);
    }
}

static void write_factor(FILE *out, const char *name, const struct cg_model_factor *factor)
{
    if (factor->power != 0) {
        fputs(" * ", out);
        write_power(out, name, factor);
    }
    if (factor->logs > 0) {
        fprintf(out, factor->logs > 1 ? " * log2(%s)^%d" : " * log2(%s)", name, factor->logs);
    }
}

static void write_term(FILE *out, const struct cg_model *model, unsigned t,
                       const char *const *names)
{
    const struct cg_model_term *term = &model->terms[t];
    bool first = t == 0 && model->constant == 0;
    if (!first) {
        fputs(term->coefficient < 0 ? " - " : " + ", out);
    }
    write_number(out, first ? term->coefficient : fabs(term->coefficient));
    for (unsigned k = 0; k < model->parameters; k++) {
        write_factor(out, names[k], &term->factors[k]);
    }
}

char *cg_model_text(const struct cg_model *model, const char *const *names)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out) {
        return NULL;
    }
    if (model->constant != 0 || model->term_count == 0) {
        write_number(out, model->constant);
    }
    for (unsigned t = 0; t < model->term_count; t++) {
        write_term(out, model, t, names);
    }
    bool failed = ferror(out);
    if (fclose(out) || failed) {
        free(text);
        return NULL;
    }
    return text;
}
