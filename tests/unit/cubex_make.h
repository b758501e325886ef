/*
 * Makes Cube 4 files in every form of the format. Written from the format's description alone;
 * shares no code with the reader.
 */
#ifndef TESTS_CUBEX_MAKE_H
#define TESTS_CUBEX_MAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes that grow. */
struct made {
    unsigned char *bytes;
    size_t length;
    size_t capacity;
};

void made_put(struct made *out, const void *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void made_print(struct made *out, const char *format, ...);
/** An unsigned number of `size` bytes. */
void made_number(struct made *out, uint64_t number, unsigned size, bool big);
void made_double(struct made *out, double number, bool big);
void made_free(struct made *out);

/** Append bytes compressed: with gzip's header, or zlib's. */
void made_deflate(struct made *out, const void *bytes, size_t length, bool gzip);

enum made_checksum { MADE_RIGHT, MADE_CUBE, MADE_WRONG };

/** Append a member of a tar archive. */
void made_member(struct made *out, const char *name, const void *bytes, size_t length,
                 enum made_checksum checksum);

/** Append the end of an archive. */
void made_end(struct made *out);

struct made_metric {
    uint32_t id;
    const char *name;
    const char *type;  /**< "INCLUSIVE", ... */
    const char *dtype; /**< also its layout: see made_layout */
    bool has_values;
};

/** The content of a file. */
struct made_model {
    uint32_t cnodes;         /**< numbered depth-first */
    const uint32_t *parents; /**< UINT32_MAX: a root */
    const uint32_t *ids;
    const uint32_t *regions; /**< by cnode; each region is a function "f7" */
    uint32_t region_count;
    uint32_t locations;
    const uint32_t *location_ids; /**< in the order of the document */
    const struct made_metric *metrics;
    uint32_t metric_count;
    /** Value of a part at a location, by rank of its id. */
    double (*value)(uint32_t metric, uint32_t cnode, uint32_t location, uint32_t part);
    /** Whether there is a row; rows that are not, but must be, are 0. */
    bool (*row)(uint32_t metric, uint32_t cnode);
};

struct made_form {
    bool big;
    bool dense;
    bool compressed;
    bool gzip_anchor;
    bool gzip_outer;
    bool shuffled; /**< members and compressed rows */
    bool odd;      /**< XML with all that must be borne */
    enum made_checksum checksum;
};

/** Parts of a dtype: 'd' double, 'Q' 'I' 'H' 'B' unsigned, 'q' 'i' 'h' 'b' signed. */
const char *made_layout(const char *dtype);

/** Positions of rows: cnode by key, by the metric's type. Recursive, as in the definition. */
void made_order(const struct made_model *model, const char *type, uint32_t *order);

/** The anchor alone. */
void made_anchor(struct made *out, const struct made_model *model, bool odd);

/** The file. */
void made_cubex(struct made *out, const struct made_model *model, const struct made_form *form);

#endif
