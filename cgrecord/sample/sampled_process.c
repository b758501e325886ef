/*
 * Maps a recording in chunks that grow, finds a node's children by hashing, and begins an epoch
 * when the process maps another file in place of one.
 */
#include "sampled_process.h"

#include <fcntl.h>
#include <files/found_file.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define FIRST_CHUNK CGR_PAGE
#define LAST_CHUNK (16 * CGR_PAGE)

struct tree {
    int file;
    char *path;
    struct cgr_header *header;
    GHashTable *children; /* struct link, its own value */
    GHashTable *modules;  /* start of a mapping to number of its chunk */
};

/* A child of a node. */
struct link {
    uint64_t callee;
    uint64_t site;
    uint32_t parent;
    uint32_t thread; /* whose node it is: the parent may be another's */
    uint32_t node;
};

static guint hash_link(gconstpointer data)
{
    const struct link *link = data;
    uint64_t mixed =
        (link->callee ^ link->site << 17 ^ link->parent ^ (uint64_t)link->thread << 32) *
        UINT64_C(0x9e3779b97f4a7c15);
    return (guint)(mixed >> 32);
}

static gboolean equal_links(gconstpointer x, gconstpointer y)
{
    const struct link *a = x;
    const struct link *b = y;
    return a->parent == b->parent && a->thread == b->thread && a->callee == b->callee &&
           a->site == b->site;
}

static void *at(const struct tree *tree, uint32_t number)
{
    return (char *)tree->header + (uint64_t)number * CGR_UNIT;
}

static uint32_t number_of(const struct tree *tree, const void *address)
{
    return (uint32_t)(((const char *)address - (const char *)tree->header) / CGR_UNIT);
}

/* @return a chunk of the file, NULL when there is no room */
static struct cgr_chunk *new_chunk(struct tree *tree, uint32_t size)
{
    struct cgr_header *header = tree->header;
    uint64_t from = header->used;
    if (header->full || from + size > header->limit) {
        return NULL;
    }
    if (posix_fallocate(tree->file, (off_t)from, size) != 0) {
        header->full = CGR_FULL_DISK;
        return NULL;
    }
    header->used += size;
    struct cgr_chunk *chunk = (struct cgr_chunk *)((char *)header + from);
    chunk->size = size;
    return chunk;
}

/* @param path receives its name, to release with g_free @return -1 when it cannot be made */
static int create(char **path, const char *directory, uint32_t pid)
{
    int file = -1;
    *path = NULL;
    for (unsigned number = 0; file < 0 && number < 1000000; number++) {
        g_free(*path);
        *path = g_strdup_printf("%s/%u.%u" CGR_NAME_END, directory, pid, number);
        file = open(*path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    }
    return file;
}

/* The number of a process among those of an MPI program; -1: it is not one, or has ended. */
static int32_t find_rank(uint32_t pid)
{
    static const char *const variables[] = CGR_RANK_VARIABLES;
    char *path = g_strdup_printf("/proc/%u/environ", pid);
    char *text = NULL;
    gsize length = 0;
    int32_t rank = -1;
    if (found_read(&text, &length, path)) {
        for (gsize place = 0; place < length; place += strlen(text + place) + 1) {
            for (size_t i = 0; i < G_N_ELEMENTS(variables) && rank < 0; i++) {
                size_t name = strlen(variables[i]);
                const char *value = text + place + name + 1;
                bool is_it = g_str_has_prefix(text + place, variables[i]) &&
                             text[place + name] == '=' && g_ascii_isdigit(*value);
                rank = is_it ? (int32_t)g_ascii_strtoull(value, NULL, 10) : -1;
            }
        }
    }
    g_free(text);
    g_free(path);
    return rank;
}

/* The executable of a process. @param mapped what it seems to be, for one that has ended */
static void find_program(struct cgr_header *header, uint32_t pid, const char *mapped)
{
    char *path = g_strdup_printf("/proc/%u/exe", pid);
    ssize_t length = readlink(path, header->program, sizeof header->program - 1);
    g_free(path);
    header->program[length < 0 ? 0 : length] = '\0';
    if (length < 0) {
        g_strlcpy(header->program, mapped, sizeof header->program);
    }
}

static void fill_header(struct cgr_header *header, const struct tree_settings *settings,
                        const struct tree_process *process)
{
    struct timespec time;
    uint32_t pid = process->pid;
    clock_gettime(CLOCK_REALTIME, &time);
    header->version = CGR_VERSION;
    header->pid = pid;
    header->parent_pid = process->parent_pid;
    header->rank = find_rank(pid);
    header->started = (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
    header->recursion = settings->recursion;
    header->sampled = 1;
    find_program(header, pid, process->program);
    memcpy(header->magic, CGR_MAGIC, sizeof header->magic);
}

struct tree *tree_new(const struct tree_settings *settings, const struct tree_process *process)
{
    char *path;
    int file = create(&path, settings->directory, process->pid);
    void *mapped = MAP_FAILED;
    if (file >= 0 && posix_fallocate(file, 0, CGR_PAGE) == 0) {
        mapped = mmap(NULL, settings->memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                      file, 0);
    }
    if (mapped == MAP_FAILED) {
        if (file >= 0) {
            close(file);
        }
        g_free(path);
        return NULL;
    }
    struct tree *tree = g_new0(struct tree, 1);
    tree->file = file;
    tree->path = path;
    tree->header = mapped;
    tree->header->limit = settings->memory;
    tree->header->used = CGR_PAGE;
    tree->children = g_hash_table_new_full(hash_link, equal_links, g_free, NULL);
    tree->modules = g_hash_table_new(NULL, NULL);
    fill_header(tree->header, settings, process);
    return tree;
}

void tree_free(struct tree *tree)
{
    if (tree) {
        munmap(tree->header, tree->header->limit);
        close(tree->file);
        g_free(tree->path);
        g_hash_table_unref(tree->children);
        g_hash_table_unref(tree->modules);
        g_free(tree);
    }
}

/* The next chunk of nodes is four times as large as the last. */
static struct cgr_node *room_for_node(struct tree *tree, struct branch *branch)
{
    struct cgr_chunk *chunk = branch->nodes;
    if (!chunk || chunk->count >= chunk->size / CGR_UNIT - 1) {
        uint32_t size = chunk ? chunk->size * 4 : FIRST_CHUNK;
        chunk = new_chunk(tree, size < LAST_CHUNK ? size : LAST_CHUNK);
        if (!chunk) {
            return NULL;
        }
        chunk->thread = branch->thread;
        chunk->kind = CGR_CHUNK_NODES;
        branch->nodes = chunk;
    }
    return (struct cgr_node *)(chunk + 1) + chunk->count++;
}

static uint32_t new_node(struct tree *tree, struct branch *branch, uint32_t parent,
                         const struct cgr_node *wanted)
{
    struct cgr_node *node = room_for_node(tree, branch);
    if (!node) {
        return 0;
    }
    *node = (struct cgr_node){.callee = wanted->callee,
                              .site = wanted->site,
                              .parent = parent,
                              .kind = wanted->kind,
                              .epoch = tree->header->epoch};
    return number_of(tree, node);
}

const char *tree_path(const struct tree *tree)
{
    return tree->path;
}

void tree_thread(struct tree *tree, struct branch *branch, uint32_t tid)
{
    struct cgr_chunk *chunk = new_chunk(tree, CGR_PAGE);
    *branch = (struct branch){0};
    if (!chunk) {
        return;
    }
    struct cgr_thread *thread = (struct cgr_thread *)(chunk + 1);
    thread->tid = tid;
    thread->is_main = tid == tree->header->pid;
    branch->thread = number_of(tree, thread);
    branch->root = new_node(tree, branch, 0, &(struct cgr_node){.kind = CGR_NODE_ROOT});
    thread->root = branch->root;
    chunk->thread = branch->thread;
    chunk->kind = CGR_CHUNK_THREAD;
}

void tree_name(struct tree *tree, const struct branch *branch, const char *name)
{
    if (branch->thread) {
        struct cgr_thread *thread = at(tree, branch->thread);
        g_strlcpy(thread->name, name, sizeof thread->name);
    }
}

static void add_module(struct tree *tree, const struct mapping *mapping)
{
    uint32_t length = (uint32_t)strlen(mapping->path);
    uint32_t needed = sizeof(struct cgr_chunk) + sizeof(struct cgr_module) + length + 1;
    struct cgr_chunk *chunk = new_chunk(tree, (needed + CGR_PAGE - 1) / CGR_PAGE * CGR_PAGE);
    if (!chunk) {
        return;
    }
    struct cgr_module *module = (struct cgr_module *)(chunk + 1);
    *module = (struct cgr_module){.start = mapping->start,
                                  .end = mapping->end,
                                  .offset = mapping->offset,
                                  .inode = mapping->inode,
                                  .first_epoch = tree->header->epoch,
                                  .last_epoch = UINT32_MAX,
                                  .path_length = length};
    memcpy(module + 1, mapping->path, length + 1);
    chunk->kind = CGR_CHUNK_MODULE;
    g_hash_table_insert(tree->modules, GSIZE_TO_POINTER(mapping->start),
                        GUINT_TO_POINTER(number_of(tree, module)));
}

/* What is left of a module that another mapping has taken a part of. */
static void add_rest(struct tree *tree, const struct cgr_module *module,
                     const struct mapping *mapping)
{
    struct mapping rest = {.start = module->start,
                           .end = mapping->start,
                           .offset = module->offset,
                           .inode = module->inode,
                           .path = (const char *)(module + 1)};
    if (rest.start < rest.end) {
        add_module(tree, &rest);
    }
    rest.start = mapping->end;
    rest.end = module->end;
    rest.offset = module->offset + (mapping->end - module->start);
    if (rest.start < rest.end) {
        add_module(tree, &rest);
    }
}

/* @return those that a mapping takes the place of; they are no longer listed */
static GPtrArray *take_replaced(struct tree *tree, const struct mapping *mapping)
{
    GPtrArray *replaced = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, tree->modules);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        struct cgr_module *module = at(tree, GPOINTER_TO_UINT(value));
        if (module->start < mapping->end && mapping->start < module->end) {
            module->last_epoch = tree->header->epoch;
            g_ptr_array_add(replaced, module);
            g_hash_table_iter_remove(&iterator);
        }
    }
    return replaced;
}

/* The nodes made so far keep their epoch, and are not found again. */
static void begin_epoch(struct tree *tree, const struct mapping *mapping)
{
    GPtrArray *replaced = take_replaced(tree, mapping);
    tree->header->epoch++;
    g_hash_table_remove_all(tree->children);
    for (guint i = 0; i < replaced->len; i++) {
        add_rest(tree, replaced->pdata[i], mapping);
    }
    g_ptr_array_unref(replaced);
}

void tree_map(struct tree *tree, const struct mapping *mapping, bool instead)
{
    if (instead) {
        begin_epoch(tree, mapping);
    }
    add_module(tree, mapping);
}

/* The node of the same call on the path, if it is there as often as it may be. */
static uint32_t folded(struct tree *tree, uint32_t parent, const struct cgr_node *wanted)
{
    uint32_t innermost = 0;
    uint32_t times = 0;
    uint32_t most = tree->header->recursion;
    if (!wanted->site) {
        return 0;
    }
    while (parent && times < most) {
        const struct cgr_node *node = at(tree, parent);
        if (node->callee == wanted->callee && node->site == wanted->site) {
            innermost = innermost ? innermost : parent;
            times++;
        }
        parent = node->parent;
    }
    return times && times == most ? innermost : 0;
}

uint32_t tree_child(struct tree *tree, struct branch *branch, uint32_t parent,
                    const struct cgr_node *wanted)
{
    const struct link link = {wanted->callee, wanted->site, parent, branch->thread, 0};
    const struct link *known = parent ? g_hash_table_lookup(tree->children, &link) : NULL;
    if (known || !parent) {
        return known ? known->node : 0;
    }
    struct link *made = g_new(struct link, 1);
    *made = link;
    made->node = folded(tree, parent, wanted);
    if (!made->node) {
        made->node = new_node(tree, branch, parent, wanted);
    }
    if (!made->node) {
        g_free(made);
        return 0;
    }
    g_hash_table_add(tree->children, made);
    return made->node;
}

void tree_move(struct tree *tree, const struct branch *branch, uint32_t node, uint32_t parent,
               uint64_t site)
{
    struct cgr_node *moved = at(tree, node);
    const struct link link = {moved->callee, moved->site, moved->parent, branch->thread, 0};
    g_hash_table_remove(tree->children, &link);
    moved->parent = parent;
    moved->site = site;
}

void tree_add(struct tree *tree, uint32_t node, uint64_t samples, uint64_t nanoseconds)
{
    if (!node) {
        tree->header->lost += samples;
        return;
    }
    struct cgr_node *found = at(tree, node);
    found->count += samples;
    found->time += nanoseconds;
}
