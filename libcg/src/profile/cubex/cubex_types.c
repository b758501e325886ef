/*
 * The table of type names and sizes, and loops that convert a piece of a row from either byte order
 * to doubles.
 */
#include "profile/cubex/cubex_types.h"

#include "strings/digits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names in Cube's library and its older versions. */
static const struct {
    const char *name;
    struct cubex_type type;
} types[] = {
    {"DOUBLE", {CUBEX_PLAIN, CUBEX_F64, CG_FOLD_SUM, 8, 1}},
    {"FLOAT", {CUBEX_PLAIN, CUBEX_F64, CG_FOLD_SUM, 8, 1}},
    {"MINDOUBLE", {CUBEX_PLAIN, CUBEX_F64, CG_FOLD_MIN, 8, 1}},
    {"MAXDOUBLE", {CUBEX_PLAIN, CUBEX_F64, CG_FOLD_MAX, 8, 1}},
    {"UINT64", {CUBEX_PLAIN, CUBEX_U64, CG_FOLD_SUM, 8, 1}},
    {"UNSIGNED INTEGER", {CUBEX_PLAIN, CUBEX_U64, CG_FOLD_SUM, 8, 1}},
    {"INT64", {CUBEX_PLAIN, CUBEX_I64, CG_FOLD_SUM, 8, 1}},
    {"SIGNED INTEGER", {CUBEX_PLAIN, CUBEX_I64, CG_FOLD_SUM, 8, 1}},
    {"INTEGER", {CUBEX_PLAIN, CUBEX_I64, CG_FOLD_SUM, 8, 1}},
    {"UINT32", {CUBEX_PLAIN, CUBEX_U32, CG_FOLD_SUM, 4, 1}},
    {"UNSIGNED INT", {CUBEX_PLAIN, CUBEX_U32, CG_FOLD_SUM, 4, 1}},
    {"INT32", {CUBEX_PLAIN, CUBEX_I32, CG_FOLD_SUM, 4, 1}},
    {"SIGNED INT", {CUBEX_PLAIN, CUBEX_I32, CG_FOLD_SUM, 4, 1}},
    {"INT", {CUBEX_PLAIN, CUBEX_I32, CG_FOLD_SUM, 4, 1}},
    {"UINT16", {CUBEX_PLAIN, CUBEX_U16, CG_FOLD_SUM, 2, 1}},
    {"UNSIGNED SHORT INT", {CUBEX_PLAIN, CUBEX_U16, CG_FOLD_SUM, 2, 1}},
    {"SHORT UNSIGNED INT", {CUBEX_PLAIN, CUBEX_U16, CG_FOLD_SUM, 2, 1}},
    {"INT16", {CUBEX_PLAIN, CUBEX_I16, CG_FOLD_SUM, 2, 1}},
    {"SIGNED SHORT INT", {CUBEX_PLAIN, CUBEX_I16, CG_FOLD_SUM, 2, 1}},
    {"SHORT INT", {CUBEX_PLAIN, CUBEX_I16, CG_FOLD_SUM, 2, 1}},
    {"UINT8", {CUBEX_PLAIN, CUBEX_U8, CG_FOLD_SUM, 1, 1}},
    {"CHAR", {CUBEX_PLAIN, CUBEX_U8, CG_FOLD_SUM, 1, 1}},
    {"INT8", {CUBEX_PLAIN, CUBEX_I8, CG_FOLD_SUM, 1, 1}},
    {"TAU_ATOMIC", {CUBEX_ATOMIC, CUBEX_F64, CG_FOLD_SUM, 36, 5}},
    {"COMPLEX", {CUBEX_COMPLEX, CUBEX_F64, CG_FOLD_SUM, 16, 2}},
    {"RATE", {CUBEX_RATE, CUBEX_F64, CG_FOLD_SUM, 16, 2}},
};

/* "NAME(count)" */
static bool parse_counted(struct cubex_type *out, const char *text, const char *name)
{
    size_t length = strlen(name);
    uint64_t count;
    if (strncmp(text, name, length) != 0 || text[length] != '(') {
        return false;
    }
    const char *number = text + length + 1, *end = strchr(number, ')');
    if (!end || !cg_read_digits(&count, number, (size_t)(end - number), CUBEX_LIMIT_PARTS - 2) ||
        !count) {
        return false;
    }
    out->parts = (uint32_t)count;
    return true;
}

bool cubex_type_parse(struct cubex_type *out, const char *text)
{
    *out = (struct cubex_type){.fold = CG_FOLD_SUM, .number = CUBEX_F64};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(text, types[i].name) == 0) {
            *out = types[i].type;
            return true;
        }
    }
    if (parse_counted(out, text, "HISTOGRAM")) {
        out->shape = CUBEX_HISTOGRAM;
        out->parts += 2;
    } else if (parse_counted(out, text, "NDOUBLES")) {
        out->shape = CUBEX_DOUBLES;
    } else {
        return false;
    }
    out->size = 8 * out->parts;
    return true;
}

static void name_part(struct cubex_part *out, const char *suffix)
{
    snprintf(out->suffix, sizeof out->suffix, "%s", suffix);
}

static void atomic_part(struct cubex_part *out, uint32_t part, bool counts)
{
    static const char *const suffixes[] = {".count", ".min", ".max", ".sum", ".sum2"};
    bool main = counts ? part == 0 : part == 3;
    name_part(out, main ? "" : suffixes[part]);
    out->number = part ? CUBEX_F64 : CUBEX_U32;
    out->offset = part ? 4 + 8 * (part - 1) : 0;
    out->fold = part == 1 ? CG_FOLD_MIN : part == 2 ? CG_FOLD_MAX : CG_FOLD_SUM;
    out->adds_up = part == 0 || part == 3;
}

void cubex_type_part(struct cubex_part *out, const struct cubex_type *type, uint32_t part,
                     bool counts)
{
    static const char *const complex_suffixes[] = {".real", ".imaginary"};
    static const char *const rate_suffixes[] = {".numerator", ".denominator"};
    uint32_t bounds = 0;
    *out = (struct cubex_part){
        .number = type->number, .fold = type->fold, .offset = 8 * part, .adds_up = true};
    switch (type->shape) {
    case CUBEX_PLAIN:
        out->adds_up = type->fold == CG_FOLD_SUM;
        break;
    case CUBEX_ATOMIC:
        atomic_part(out, part, counts);
        break;
    case CUBEX_COMPLEX:
        name_part(out, complex_suffixes[part]);
        break;
    case CUBEX_RATE:
        name_part(out, rate_suffixes[part]);
        break;
    case CUBEX_HISTOGRAM:
        bounds = 2;
        /* fall through */
    case CUBEX_DOUBLES:
        if (part < bounds) {
            name_part(out, part ? ".max" : ".min");
            out->fold = part ? CG_FOLD_MAX : CG_FOLD_MIN;
            out->adds_up = false;
        } else {
            snprintf(out->suffix, sizeof out->suffix, ".%u", part - bounds);
        }
        break;
    }
}

/* 64 bits each, integers or doubles. */
static void load_64(void *out, const unsigned char *bytes, uint32_t stride, uint32_t count,
                    bool swap)
{
    uint64_t number;
    if (stride == sizeof number && !swap) {
        memcpy(out, bytes, count * sizeof number);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        memcpy(&number, bytes + (size_t)i * stride, sizeof number);
        number = swap ? __builtin_bswap64(number) : number;
        memcpy((char *)out + i * sizeof number, &number, sizeof number);
    }
}

/* A number of up to 52 bits is the fraction of a double between 2^52 and 2^53: compilers vectorise
 * this, but not the conversion of 64 bits. */
static void convert_small(double *out, const uint64_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = numbers[i] | 0x4330000000000000u;
        double value;
        memcpy(&value, &bits, sizeof value);
        out[i] = value - 0x1p52;
    }
}

/* Sums of numbers below 2^42 are exact in doubles for all numbers of a piece. */
static bool convert_unsigned(double *out, const uint64_t *numbers, uint32_t count,
                             statistics_total *total)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        all |= numbers[i];
    }
    if (all >> 52 == 0) {
        convert_small(out, numbers, count);
    } else {
        for (uint32_t i = 0; i < count; i++) {
            out[i] = (double)numbers[i];
        }
    }
    *total = 0;
    for (uint32_t i = 0; all >> 42 && i < count; i++) {
        *total += numbers[i];
    }
    return all >> 42 != 0;
}

static bool convert_signed(double *out, const uint64_t *numbers, uint32_t count,
                           statistics_total *total)
{
    *total = 0;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = (double)(int64_t)numbers[i];
        *total += (int64_t)numbers[i];
    }
    return true;
}

#define LOAD_SMALL(name, bits, number)                                                             \
    static void name(double *out, const unsigned char *bytes, uint32_t stride, uint32_t count,     \
                     bool swap)                                                                    \
    {                                                                                              \
        for (uint32_t i = 0; i < count; i++) {                                                     \
            uint##bits##_t stored;                                                                 \
            memcpy(&stored, bytes + (size_t)i * stride, sizeof stored);                            \
            out[i] = (number)(swap ? __builtin_bswap##bits(stored) : stored);                      \
        }                                                                                          \
    }
LOAD_SMALL(load_u32, 32, uint32_t)
LOAD_SMALL(load_i32, 32, int32_t)
LOAD_SMALL(load_u16, 16, uint16_t)
LOAD_SMALL(load_i16, 16, int16_t)

static void load_8(double *out, const unsigned char *bytes, uint32_t stride, uint32_t count,
                   bool has_sign)
{
    for (uint32_t i = 0; i < count; i++) {
        unsigned char stored = bytes[(size_t)i * stride];
        out[i] = has_sign ? (int8_t)stored : stored;
    }
}

bool cubex_numbers(double *out, const struct cubex_stored *stored, statistics_total *total)
{
    const unsigned char *bytes = stored->bytes;
    uint32_t stride = stored->stride, count = stored->count;
    bool swap = stored->swap;
    uint64_t loaded[STATISTICS_PIECE];
    switch (stored->number) {
    case CUBEX_U64:
        load_64(loaded, bytes, stride, count, swap);
        return convert_unsigned(out, loaded, count, total);
    case CUBEX_I64:
        load_64(loaded, bytes, stride, count, swap);
        return convert_signed(out, loaded, count, total);
    case CUBEX_U32:
        load_u32(out, bytes, stride, count, swap);
        break;
    case CUBEX_I32:
        load_i32(out, bytes, stride, count, swap);
        break;
    case CUBEX_U16:
        load_u16(out, bytes, stride, count, swap);
        break;
    case CUBEX_I16:
        load_i16(out, bytes, stride, count, swap);
        break;
    case CUBEX_U8:
    case CUBEX_I8:
        load_8(out, bytes, stride, count, stored->number == CUBEX_I8);
        break;
    case CUBEX_F64:
        load_64(out, bytes, stride, count, swap);
        break;
    }
    return false;
}
