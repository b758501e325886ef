/*
 * Which files are mapped where, read from /proc/self/maps: unlike the loader's own list this needs
 * no lock that a thread in a constructor may hold.
 */
#include "../recording/maps_path.h"
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MODULES 1024u
#define LINE 4600u
#define WAITS 100 /* for another thread that looks */

/* A module of the file, in process-private memory. */
struct known {
    uint64_t start;
    uint64_t end;
    uint64_t offset;
    uint64_t inode;
    struct cgr_module *module;             /* in the file; NULL: no memory */
    const struct cgr_selection *selection; /* once the tool was asked; NULL: it did not answer */
    bool asked;
    bool seen;
    bool gone;
};

static struct known known[MODULES];
static uint32_t count;
static int scanning;                /* atomic */
static int unloading;               /* threads that may unload libraries now; atomic */
static CGR_THREAD_LOCAL bool scans; /* this thread is it */

/* A line of /proc/self/maps. */
struct line {
    struct known range;
    bool executable;
    const char *path;
};

static uint64_t take_number(const char **text, unsigned base)
{
    uint64_t number = 0;
    for (;; (*text)++) {
        char c = **text;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                                : 16;
        if (digit >= base) {
            return number;
        }
        number = number * base + digit;
    }
}

static void skip_field(const char **text)
{
    while (**text && **text != ' ') {
        (*text)++;
    }
    while (**text == ' ') {
        (*text)++;
    }
}

/* "START-END rwxp OFFSET DEVICE INODE PATH" */
static struct line parse_mapping(const char *text)
{
    struct line line = {0};
    line.range.start = take_number(&text, 16);
    text += *text == '-';
    line.range.end = take_number(&text, 16);
    skip_field(&text);
    line.executable = text[0] && text[1] && text[2] == 'x';
    skip_field(&text);
    line.range.offset = take_number(&text, 16);
    skip_field(&text);
    skip_field(&text);
    line.range.inode = take_number(&text, 10);
    skip_field(&text);
    line.path = text;
    return line;
}

static void write_module(struct known *entry, const char *path)
{
    uint32_t length = (uint32_t)strlen(path);
    uint32_t needed = sizeof(struct cgr_chunk) + sizeof(struct cgr_module) + length + 1;
    struct cgr_chunk *chunk = cgr_chunk_new((needed + CGR_PAGE - 1) / CGR_PAGE * CGR_PAGE);
    if (!chunk) {
        return;
    }
    struct cgr_module *module = (struct cgr_module *)(chunk + 1);
    *module = (struct cgr_module){.start = entry->start,
                                  .end = entry->end,
                                  .offset = entry->offset,
                                  .inode = entry->inode,
                                  .first_epoch = cgr_runtime.header->epoch,
                                  .last_epoch = UINT32_MAX,
                                  .path_length = length};
    memcpy(module + 1, path, length + 1);
    cgr_chunk_publish(chunk, CGR_CHUNK_MODULE, 0);
    entry->module = module;
}

static struct known *find_known(const struct known *range)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!known[i].gone && known[i].start == range->start && known[i].end == range->end &&
            known[i].offset == range->offset && known[i].inode == range->inode) {
            return &known[i];
        }
    }
    return NULL;
}

/* The place of one that is gone is free: its nodes are retired. Others may read it meanwhile, and
 * see it as gone until it is complete. @return NULL: there are too many */
static struct known *add_module(const struct line *line)
{
    uint32_t at = 0;
    while (at < count && !known[at].gone) {
        at++;
    }
    if (at == MODULES) {
        return NULL;
    }
    struct known *entry = &known[at];
    struct known range = line->range;
    range.gone = true;
    *entry = range;
    write_module(entry, line->path);
    __atomic_store_n(&entry->gone, false, __ATOMIC_RELEASE);
    if (at == count) {
        __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
    }
    return entry;
}

static void take_line(char *text)
{
    const struct line line = parse_mapping(text);
    if (!line.executable || line.path[0] != '/') {
        return;
    }
    struct known *entry = find_known(&line.range);
    if (!entry) {
        cgr_take_maps_path(text + (line.path - text));
        entry = add_module(&line);
    }
    if (entry) {
        entry->seen = true;
    }
}

/* Hand on complete lines; keep what is left. @return its length */
static size_t take_lines(char *buffer, size_t length)
{
    char *line = buffer;
    char *end;
    while ((end = memchr(line, '\n', length - (size_t)(line - buffer))) != NULL) {
        *end = '\0';
        take_line(line);
        line = end + 1;
    }
    size_t left = length - (size_t)(line - buffer);
    memmove(buffer, line, left);
    return left < LINE - 1 ? left : 0;
}

static void read_maps(void)
{
    char buffer[LINE];
    size_t length = 0;
    ssize_t got;
    int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    while ((got = syscall(SYS_read, file, buffer + length, sizeof buffer - length)) > 0) {
        length = take_lines(buffer, length + (size_t)got);
    }
    cgr_close(file);
}

static bool in_gone(uint64_t address, uint32_t epoch)
{
    for (uint32_t i = 0; i < count; i++) {
        if (known[i].gone && known[i].module && known[i].module->last_epoch == epoch &&
            address >= known[i].start && address < known[i].end) {
            return true;
        }
    }
    return false;
}

/* Nodes of code that is gone must not be taken for those of other code at the same address. */
static void retire_nodes(uint32_t epoch)
{
    struct cgr_chunk *chunk = NULL;
    while ((chunk = cgr_chunk_next(chunk)) != NULL) {
        struct cgr_node *nodes = (struct cgr_node *)(chunk + 1);
        uint32_t fits = chunk->kind == CGR_CHUNK_NODES ? chunk->size / CGR_UNIT - 1 : 0;
        for (uint32_t i = 0; i < fits && i < chunk->count; i++) {
            if (in_gone(nodes[i].callee, epoch) || in_gone(nodes[i].site, epoch)) {
                nodes[i].callee |= CGR_UNLOADED;
                nodes[i].site |= CGR_UNLOADED;
            }
        }
    }
}

static void find_gone(void)
{
    uint32_t epoch = cgr_runtime.header->epoch;
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!known[i].seen && !known[i].gone) {
            __atomic_store_n(&known[i].gone, true, __ATOMIC_RELAXED);
            any = true;
            if (known[i].module) {
                known[i].module->last_epoch = epoch;
            }
        }
        known[i].seen = false;
    }
    if (any) {
        __atomic_store_n(&cgr_runtime.header->epoch, epoch + 1, __ATOMIC_RELAXED);
        retire_nodes(epoch);
        cgr_chosen_forget();
    }
}

void cgr_pause_shortly(void)
{
    const struct timespec time = {0, 200000};
    int old_errno = errno;
    syscall(SYS_nanosleep, &time, NULL);
    errno = old_errno;
}

/* What another thread has seen may be older than what this one needs. It is not waited for without
 * end: a signal may have interrupted it that waits for this thread. @return false: it looks still,
 * or what a signal interrupted here does */
static bool begin_scan(void)
{
    int waits = 0;
    while (__atomic_exchange_n(&scanning, 1, __ATOMIC_ACQUIRE)) {
        if (scans || ++waits > WAITS) {
            return false;
        }
        cgr_pause_shortly();
    }
    return true;
}

void cgr_modules_scan(void)
{
    int old_errno = errno, cancelling;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
    if (!cgr_sealed && begin_scan()) {
        scans = true;
        read_maps();
        find_gone();
        scans = false;
        __atomic_store_n(&scanning, 0, __ATOMIC_RELEASE);
    }
    pthread_setcancelstate(cancelling, NULL);
    errno = old_errno;
}

void cgr_modules_unloading(void)
{
    __atomic_fetch_add(&unloading, 1, __ATOMIC_RELAXED);
}

void cgr_modules_unloaded(void)
{
    __atomic_fetch_sub(&unloading, 1, __ATOMIC_RELAXED);
}

static struct known *find_module(uint64_t address)
{
    uint32_t all = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < all; i++) {
        if (!__atomic_load_n(&known[i].gone, __ATOMIC_RELAXED) && address >= known[i].start &&
            address < known[i].end) {
            return &known[i];
        }
    }
    return NULL;
}

void cgr_modules_need(uint64_t address)
{
    if (!find_module(address) || __atomic_load_n(&unloading, __ATOMIC_RELAXED)) {
        cgr_modules_scan();
    }
}

/* Most files have no functions that anyone asks about: the tool need not read them. Threads that
 * ask at the same time get the same answer. */
static const struct cgr_selection *selection_of(struct known *module)
{
    if (!__atomic_load_n(&module->asked, __ATOMIC_ACQUIRE) && cgr_chosen.active && module->module) {
        const char *path = (const char *)(module->module + 1);
        __atomic_store_n(&module->selection, cgr_selection_ask(path), __ATOMIC_RELAXED);
        __atomic_store_n(&module->asked, true, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&module->selection, __ATOMIC_RELAXED);
}

const char *cgr_modules_path(uint64_t address)
{
    const struct known *module = find_module(address);
    return module && module->module ? (const char *)(module->module + 1) : NULL;
}

const struct cgr_selection *cgr_modules_selection(uint64_t address, uint64_t *place, bool *known)
{
    struct known *module = find_module(address);
    *known = module != NULL;
    *place = module ? address - module->start + module->offset : 0;
    return module ? selection_of(module) : NULL;
}

/* The program comes first. */
const struct cgr_selection *cgr_modules_xray(uintptr_t *base)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct cgr_selection *selection = selection_of(&known[i]);
        if (selection && selection->xray[CGR_XRAY_SET_HANDLER]) {
            *base = known[i].start - known[i].offset;
            return selection;
        }
    }
    return NULL;
}

void cgr_modules_choose_again(void)
{
    uint32_t all = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < all; i++) {
        const char *path = known[i].module ? (const char *)(known[i].module + 1) : NULL;
        if (path && __atomic_load_n(&known[i].selection, __ATOMIC_RELAXED)) {
            __atomic_store_n(&known[i].selection, cgr_selection_ask(path), __ATOMIC_RELEASE);
        }
    }
    cgr_chosen_forget();
}

bool cgr_modules_are_sought(void)
{
    return !scans && __atomic_load_n(&scanning, __ATOMIC_ACQUIRE);
}

void cgr_modules_again(void)
{
    count = 0;
    scanning = 0;
    unloading = 0;
    cgr_modules_scan();
}
