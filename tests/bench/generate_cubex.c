/*
 * Writes a large Cube 4 file: bench-generate-cubex PATHS LOCATIONS raw|zlib FILE
 *
 * Two metrics with a row for each path, "time" of doubles and "visits" of 64-bit numbers; the tree
 * is a few calls wide and as deep as programs are.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static uint64_t state = 1;

static uint64_t draw(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

/* A header whose size is filled in by end_member. */
static long begin_member(FILE *file, const char *name)
{
    unsigned char header[512] = {0};
    long at = ftell(file);
    snprintf((char *)header, 100, "%s", name);
    fwrite(header, 1, sizeof header, file);
    return at;
}

static void end_member(FILE *file, long at)
{
    static const char zeros[512];
    unsigned char header[512];
    long end = ftell(file);
    long size = end - at - 512;
    unsigned sum = 0;
    fwrite(zeros, 1, (size_t)((512 - size % 512) % 512), file);
    long next = ftell(file);
    fseek(file, at, SEEK_SET);
    if (fread(header, 1, sizeof header, file) != sizeof header) {
        exit(2);
    }
    memcpy(header + 100,
           "0000600\0"
           "0000000\0"
           "0000000\0",
           24);
    snprintf((char *)header + 124, 12, "%011lo", (unsigned long)size);
    memcpy(header + 136,
           "00000000000\0"
           "        ",
           20);
    header[156] = '0';
    memcpy(header + 257,
           "ustar\0"
           "00",
           8);
    for (unsigned i = 0; i < 512; i++) {
        sum += header[i];
    }
    snprintf((char *)header + 148, 8, "%06o", sum);
    fseek(file, at, SEEK_SET);
    fwrite(header, 1, sizeof header, file);
    fseek(file, next, SEEK_SET);
}

static void fill_row(uint64_t *row, uint32_t locations, int integral)
{
    double base = (double)(draw() % 1000000) / 1000;
    for (uint32_t i = 0; i < locations; i++) {
        double value = base + (double)(draw() % 1000) * 1e-6;
        row[i] = draw() % 1000;
        if (!integral) {
            memcpy(&row[i], &value, sizeof value);
        }
    }
}

static void write_raw(FILE *file, uint32_t paths, uint32_t locations, int integral, uint64_t *row)
{
    fwrite("CUBEX.DATA", 1, 10, file);
    for (uint32_t path = 0; path < paths; path++) {
        fill_row(row, locations, integral);
        fwrite(row, sizeof *row, locations, file);
    }
}

static void write_zlib(FILE *file, uint32_t paths, uint32_t locations, int integral, uint64_t *row)
{
    uLong room = compressBound(locations * sizeof *row);
    unsigned char *packed = malloc(room);
    uint64_t *table = calloc(3 * (size_t)paths, sizeof *table);
    uint64_t count = paths, at = 0;
    fwrite("ZCUBEX.DATA", 1, 11, file);
    fwrite(&count, 1, sizeof count, file);
    long where = ftell(file);
    fwrite(table, sizeof *table, 3 * (size_t)paths, file);
    for (uint32_t path = 0; path < paths; path++) {
        uLongf length = room;
        fill_row(row, locations, integral);
        compress2(packed, &length, (unsigned char *)row, locations * sizeof *row, 1);
        fwrite(packed, 1, length, file);
        table[3 * (size_t)path] = (uint64_t)path * locations * sizeof *row;
        table[3 * (size_t)path + 1] = at;
        table[3 * (size_t)path + 2] = length;
        at += length;
    }
    long end = ftell(file);
    fseek(file, where, SEEK_SET);
    fwrite(table, sizeof *table, 3 * (size_t)paths, file);
    fseek(file, end, SEEK_SET);
    free(packed);
    free(table);
}

static void write_metric(FILE *file, uint32_t id, uint32_t paths, uint32_t locations, int zlib)
{
    uint64_t *row = calloc(locations, sizeof *row);
    char name[32];
    snprintf(name, sizeof name, "%u.data", id);
    long at = begin_member(file, name);
    (zlib ? write_zlib : write_raw)(file, paths, locations, id == 1, row);
    end_member(file, at);
    snprintf(name, sizeof name, "%u.index", id);
    at = begin_member(file, name);
    fwrite("CUBEX.INDEX\1\0\0\0\0\0\1", 1, 18, file);
    fwrite(&paths, 1, sizeof paths, file);
    for (uint32_t key = 0; key < paths; key++) {
        fwrite(&key, 1, sizeof key, file);
    }
    end_member(file, at);
    free(row);
}

static void write_tree(FILE *file, uint32_t paths)
{
    uint32_t depth = 0;
    for (uint32_t r = 0; r < 2000; r++) {
        fprintf(file,
                "<region id=\"%u\" mod=\"/src/file%u.c\" begin=\"%u\" end=\"%u\"><name>function%u"
                "</name><mangled_name>function%u</mangled_name><paradigm>compiler</paradigm>"
                "<role>function</role><url></url><descr></descr></region>\n",
                r, r / 20, r, r + 10, r, r);
    }
    for (uint32_t path = 0; path < paths; path++) {
        while (depth > 1 && (depth > 30 || draw() % 2)) {
            fprintf(file, "</cnode>\n");
            depth--;
        }
        fprintf(file, "<cnode id=\"%u\" line=\"%u\" mod=\"a.c\" calleeId=\"%u\">\n", path, path,
                path % 2000);
        depth++;
    }
    for (; depth; depth--) {
        fprintf(file, "</cnode>\n");
    }
}

static void write_anchor(FILE *file, uint32_t paths, uint32_t locations)
{
    long at = begin_member(file, "anchor.xml");
    fprintf(file, "<?xml version=\"1.0\"?>\n<cube version=\"4.4\">\n<metrics>"
                  "<metric id=\"0\" type=\"INCLUSIVE\"><uniq_name>time</uniq_name>"
                  "<dtype>DOUBLE</dtype><uom>sec</uom></metric>"
                  "<metric id=\"1\" type=\"EXCLUSIVE\"><uniq_name>visits</uniq_name>"
                  "<dtype>UINT64</dtype><uom>occ</uom></metric></metrics>\n<program>\n");
    write_tree(file, paths);
    fprintf(file, "</program>\n<system><systemtreenode Id=\"0\"><name>machine</name>");
    for (uint32_t i = 0; i < locations; i++) {
        fprintf(file,
                "<locationgroup Id=\"%u\"><name>rank %u</name><rank>%u</rank><location Id=\"%u\">"
                "<name>thread</name><rank>0</rank></location></locationgroup>\n",
                i, i, i, i);
    }
    fprintf(file, "</systemtreenode></system>\n</cube>\n");
    end_member(file, at);
}

int main(int argc, char **argv)
{
    static const char zeros[1024];
    if (argc != 5) {
        fprintf(stderr, "usage: bench-generate-cubex PATHS LOCATIONS raw|zlib FILE\n");
        return 2;
    }
    uint32_t paths = (uint32_t)strtoul(argv[1], NULL, 10);
    uint32_t locations = (uint32_t)strtoul(argv[2], NULL, 10);
    FILE *file = fopen(argv[4], "w+b");
    if (!file) {
        perror(argv[4]);
        return 2;
    }
    for (uint32_t id = 0; id < 2; id++) {
        write_metric(file, id, paths, locations, strcmp(argv[3], "zlib") == 0);
    }
    write_anchor(file, paths, locations);
    fwrite(zeros, 1, sizeof zeros, file);
    return fclose(file) ? 2 : 0;
}
