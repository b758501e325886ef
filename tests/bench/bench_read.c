/*
 * Measures time and memory to read a graph: bench_read FILE...
 *
 * For each file, against jansson's json_load_file in the same run, each in a process of its own:
 * the best of three times, and the peak of the resident set.
 */
#include <libcg/file.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
    double seconds;
    double mebibytes;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int read_graph(const char *path)
{
    struct cg_graph *graph;
    struct cg_error error;
    if (cg_read_file(&graph, path, NULL, &error) || cg_graph_freeze(graph, &error)) {
        fprintf(stderr, "bench_read: %s\n", error.text);
        return 2;
    }
    return cg_graph_is_frozen(graph) ? 0 : 1;
}

static int read_tree(const char *path)
{
    return json_load_file(path, 0, NULL) ? 0 : 2;
}

static int read_bytes(const char *path)
{
    static char buffer[1 << 18];
    FILE *file = fopen(path, "rb");
    while (file && fread(buffer, 1, sizeof buffer, file) > 0) {
    }
    return file ? fclose(file) : 2;
}

/* Run in a child; what it leaves allocated is not freed, as in a tool that ends. */
static struct cost measure(int (*work)(const char *path), const char *path, int times)
{
    struct cost best = {1e9, 0};
    for (int i = 0; i < times; i++) {
        struct rusage usage;
        int result;
        double start = now();
        pid_t child = fork();
        if (child == 0) {
            _exit(work(path));
        }
        if (child < 0 || wait4(child, &result, 0, &usage) < 0 || result != 0) {
            fprintf(stderr, "bench_read: %s failed\n", path);
            exit(2);
        }
        double seconds = now() - start;
        best.seconds = seconds < best.seconds ? seconds : best.seconds;
        best.mebibytes = (double)usage.ru_maxrss / 1024.0;
    }
    return best;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct stat info;
        if (stat(argv[i], &info)) {
            perror(argv[i]);
            return 2;
        }
        double size = (double)info.st_size / (1024.0 * 1024.0);
        struct cost bytes = measure(read_bytes, argv[i], 3);
        struct cost ours = measure(read_graph, argv[i], 3);
        struct cost tree = measure(read_tree, argv[i], 1);
        const char *name = strrchr(argv[i], '/');
        printf("read %s (%.1f MiB): %.3f s, %.0f MiB/s, peak %.1f MiB = %.0f %% of the file\n",
               name ? name + 1 : argv[i], size, ours.seconds, size / ours.seconds, ours.mebibytes,
               100 * ours.mebibytes / size);
        printf("  jansson %.3f s, peak %.0f MiB: ratio %.1f x faster, %.1f x less memory\n",
               tree.seconds, tree.mebibytes, tree.seconds / ours.seconds,
               tree.mebibytes / ours.mebibytes);
        printf("  plain reading of the bytes %.3f s: ratio %.1f x\n", bytes.seconds,
               ours.seconds / bytes.seconds);
    }
    return 0;
}
