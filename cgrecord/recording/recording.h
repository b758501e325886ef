/*
 * The recording of one process: a file that the process maps shared, so that what is recorded stays
 * when the process is killed, crashes or calls _exit. The runtime library writes it, the tool reads
 * it, also while the process runs.
 *
 * The file has the header in its first page, then chunks. A chunk begins at a multiple of
 * CGR_PAGE; its header gives its kind and its size. Space is taken from `used` of the header by
 * an atomic addition, and a page whose chunk header is still empty is skipped, so there are no
 * locks. References within the file are numbers of CGR_UNIT bytes from its beginning; 0 is none.
 *
 *     CGR_CHUNK_THREAD   one struct cgr_thread
 *     CGR_CHUNK_NODES    nodes of one thread
 *     CGR_CHUNK_MODULE   one struct cgr_module and its path
 *     CGR_CHUNK_STACKS   samples that a thread takes of itself, see stacks.h
 *     CGR_CHUNK_REST     nothing
 *
 * Nodes make a tree of call paths. Threads do not share nodes, but the parent of a node may belong
 * to another thread: to the one that started the work. A recursive call is folded: a path on which
 * one call site would occur again leads back to the node of its first occurrence.
 *
 * A process has one file for each program that it executes. A child made by fork has its own.
 */
#ifndef CGRECORD_RECORDING_H
#define CGRECORD_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#define CGR_MAGIC "CGRECORD"
#define CGR_VERSION 4u
#define CGR_PAGE 4096u
#define CGR_UNIT 64u
#define CGR_NAME_END ".cgrec" /**< files are called PID.NUMBER.cgrec */

/** Environment variables that hold the number of a process among those of an MPI program. */
#define CGR_RANK_VARIABLES                                                                         \
    {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}

/* What the runtime is asked to do: environment variables of the tool. */
/** Where files are made. Not set: nothing is recorded. */
#define CGR_ENV_DIRECTORY "CGRECORD_DIRECTORY"
/** Most bytes of a file. */
#define CGR_ENV_MEMORY "CGRECORD_MEMORY"
/** How often a call site may be on a path; 0: any number. */
#define CGR_ENV_RECURSION "CGRECORD_RECURSION"
/** "1": measure times at calls. */
#define CGR_ENV_CLOCK "CGRECORD_CLOCK"
/** "1": nodes get CPU times. */
#define CGR_ENV_TIMES "CGRECORD_TIMES"
/** "all": every thread is below the path that made it. */
#define CGR_ENV_BELOW "CGRECORD_BELOW"

/** What signals of the tool and of timers carry, so that the program can have others. */
#define CGR_SIGNAL_VALUE 0x43475245

/** Files of the directory, empty, that begin with a number of enum cgr_full: why a process is not
 *  recorded. */
#define CGR_NAME_FAILED ".failed"

/** A file of the directory: a line for each program that a process started and nothing could be
 *  preloaded into. It has one enum cgr_unseen and the path. */
#define CGR_NAME_UNSEEN "unseen"

/** Why nothing could be. Behind CGR_UNSEEN_NOT: it was not started, after all. */
enum cgr_unseen {
    CGR_UNSEEN_ENVIRONMENT = 'e', /**< it was started without LD_PRELOAD */
    CGR_UNSEEN_RIGHTS = 'r',      /**< it has other rights */
    CGR_UNSEEN_STATIC = 's',      /**< it has no dynamic loader */
    CGR_UNSEEN_NOT = '-',
};

/** What keeps a process from recording. */
enum cgr_full {
    CGR_FULL_NOT,
    CGR_FULL_DISK,
    CGR_FULL_SIZE,   /**< files may not be larger */
    CGR_FULL_FILES,  /**< no more files may be open */
    CGR_FULL_RIGHTS, /**< the directory cannot be used any more */
    CGR_FULL_MEMORY, /**< no more addresses may be used */
    CGR_FULL_SEALED, /**< no system call may be made */
    CGR_FULLS
};

/** What became of a thread or process. */
enum cgr_state { CGR_RUNNING, CGR_ENDED };

struct cgr_header {
    char magic[8];
    uint32_t version;
    uint32_t pid;
    uint32_t parent_pid;
    int32_t rank;        /**< of MPI, -1: none */
    uint64_t started;    /**< CLOCK_REALTIME in nanoseconds */
    uint64_t limit;      /**< bytes that the file may have */
    uint64_t used;       /**< bytes taken; atomic; may exceed `limit` when it was reached */
    uint64_t reserve;    /**< where in the file what is kept for a process that may make no system
                            calls begins; atomic */
    uint64_t lost;       /**< calls that found no memory; atomic */
    uint64_t too_deep;   /**< calls beyond the depth of the stack; atomic */
    uint64_t odd_exits;  /**< returns from functions that were never entered; atomic */
    uint32_t clock;      /**< 1: nodes have measured times */
    uint32_t recursion;  /**< see CGR_ENV_RECURSION */
    uint32_t epoch;      /**< increases when a module is unloaded */
    uint32_t full;       /**< enum cgr_full: why memory ended before `limit` */
    uint64_t ticks_from; /**< the clock of `clock`, and CLOCK_MONOTONIC at the same moment */
    uint64_t nanoseconds_from;
    uint64_t base;     /**< address of the file in the process */
    uint32_t chosen;   /**< 1: some functions are not recorded, see selection.h */
    uint32_t unchosen; /**< modules that the tool did not say in time what to record of */
    uint32_t xray;     /**< 1: by patched functions instead of hooks */
    uint32_t signal;  /**< tells the process that what it records has changed; 0: it looks itself */
    uint32_t sampled; /**< 1: nodes are frames of sampled stacks, see CGR_NODE_SAMPLE */
    uint32_t missing; /**< children that could not make a file of their own; atomic */
    uint32_t reserved[2];
    char program[1024]; /**< path of the executable */
};

enum cgr_chunk_kind {
    CGR_CHUNK_NONE,
    CGR_CHUNK_THREAD,
    CGR_CHUNK_NODES,
    CGR_CHUNK_MODULE,
    CGR_CHUNK_STACKS,
    CGR_CHUNK_REST, /**< unused */
};

/** The first CGR_UNIT bytes of a chunk. */
struct cgr_chunk {
    uint32_t kind;   /**< written last */
    uint32_t size;   /**< bytes with this header, a multiple of CGR_PAGE */
    uint32_t thread; /**< of nodes: their thread */
    uint32_t count;  /**< of nodes: how many are used; atomic, may exceed what fits */
    uint64_t reserved[6];
};

/** A thread, behind a chunk header. */
struct cgr_thread {
    uint32_t tid;
    uint32_t state;   /**< enum cgr_state */
    uint32_t creator; /**< node in which it was made; 0: unknown */
    uint32_t root;    /**< node without function: parent of its outermost calls */
    uint32_t is_main;
    uint32_t sampled;   /**< node that it was last seen running in; 0: never */
    uint64_t current;   /**< address of the node it is in, see `base` */
    uint64_t ticked;    /**< with clock: ticks when time was last added to a node */
    uint64_t seen;      /**< with clock: when the tool last saw it; it may have ended since */
    uint64_t used;      /**< nanoseconds of CPU time, as far as known: exact when it ended itself */
    uint64_t accounted; /**< what the tool has added to nodes of these, or left out */
    char name[16];
};

/** What a node stands for. */
enum cgr_node_kind {
    CGR_NODE_CALL,   /**< a call of the function that begins at `callee` */
    CGR_NODE_ROOT,   /**< the beginning of a thread */
    CGR_NODE_SAMPLE, /**< a frame of a sampled stack: `callee` is an address within the instruction
                        that it executed or that called, `count` the samples of it as innermost */
    CGR_NODE_MARK,   /**< what a sampled stack has instead of a function: `callee` is a cgr_mark */
};

/** What is known of a sampled stack where there is no function. */
enum cgr_mark {
    CGR_MARK_SIGNAL,  /**< the system called a signal handler */
    CGR_MARK_KERNEL,  /**< code of the system */
    CGR_MARK_DEEP,    /**< outer frames: the stack was longer than its copy */
    CGR_MARK_BROKEN,  /**< outer frames: the way to them is not known */
    CGR_MARK_BETWEEN, /**< time of a thread that was never sampled */
};

/** A call path; CGR_UNIT bytes. */
struct cgr_node {
    uint64_t callee;
    uint64_t site;  /**< the return address of the call */
    uint64_t count; /**< how often it was entered */
    uint64_t time;  /**< sampled: nanoseconds of CPU time; the sampler adds them */
    union {
        uint64_t clock;        /**< with clock: ticks without those of calls below it */
        struct cgr_node *next; /**< without, process-private: the call that followed it last */
    };
    struct cgr_node *cached; /**< process-private: the child that was called last */
    uint32_t parent;
    uint16_t kind;  /**< enum cgr_node_kind */
    uint32_t epoch; /**< of the header when it was made */
    uint32_t other; /**< without clock, process-private: number of the call that followed it before
                        `next`, 0: none; CGR_FOLDED */
};

/** Instead of `other`: the node is a child of several nodes. */
#define CGR_FOLDED UINT32_MAX

/** Set in `callee` and `site` of nodes whose module was unloaded. */
#define CGR_UNLOADED (UINT64_C(1) << 63)

/** Executable memory of a file, behind a chunk header; its path follows. */
struct cgr_module {
    uint64_t start;
    uint64_t end;
    uint64_t offset; /**< in the file of what is at start */
    uint64_t inode;
    uint32_t first_epoch;
    uint32_t last_epoch; /**< UINT32_MAX: still loaded */
    uint32_t path_length;
    uint32_t reserved;
    /* char path[path_length + 1] follows */
};

/** The clock of measured times; all processes have the same. */
static inline uint64_t cgr_ticks(void)
{
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

_Static_assert(sizeof(struct cgr_header) <= CGR_PAGE, "the header is one page");
_Static_assert(sizeof(struct cgr_chunk) == CGR_UNIT, "nodes begin at a multiple of their size");
_Static_assert(sizeof(struct cgr_node) == CGR_UNIT, "references to nodes count nodes");

#endif
