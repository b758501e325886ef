/*
 * Time a command: bench_run TIMES COMMAND ARGUMENT...
 *
 * Prints the best wall-clock seconds, the largest peak of the resident set of one process in KiB
 * and the best processor seconds, of the command and its children, as "SECONDS KIB SECONDS". Its
 * output goes to /dev/null; a failure ends the benchmark.
 *
 *     bench_run memory COMMAND ARGUMENT...
 *
 * Prints the peak in KiB of what all its processes hold together, sampled every few milliseconds,
 * which slows it down. Memory that forked processes share counts once; mapped files, mostly the
 * same libraries, count as in the process with the most.
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void run(char **command)
{
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execvp(command[0], command);
    _exit(127);
}

static bool went_well(pid_t child, int result)
{
    return child > 0 && WIFEXITED(result) && WEXITSTATUS(result) <= 1;
}

/* Time */

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

static bool measure_time(int times, char **command)
{
    double best = 1e9;
    double processor = 1e9;
    long peak = 0;
    for (int i = times; i > 0; i--) {
        struct rusage usage;
        int result;
        double start = now();
        pid_t child = fork();
        if (child == 0) {
            run(command);
        }
        if (child < 0 || wait4(child, &result, 0, &usage) < 0 || !went_well(child, result)) {
            return false;
        }
        double seconds = now() - start;
        double spent = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
        best = seconds < best ? seconds : best;
        processor = spent < processor ? spent : processor;
        peak = usage.ru_maxrss > peak ? usage.ru_maxrss : peak;
    }
    printf("%.3f %ld %.3f\n", best, peak, processor);
    return true;
}

/* Memory */

/** A number of a file of /proc/PID behind a text, or -1. */
static long number_in(long pid, const char *file, const char *behind)
{
    char path[64];
    char text[4096];
    snprintf(path, sizeof path, "/proc/%ld/%s", pid, file);
    int descriptor = open(path, O_RDONLY);
    ssize_t length = descriptor >= 0 ? read(descriptor, text, sizeof text - 1) : -1;
    if (descriptor >= 0) {
        close(descriptor);
    }
    text[length > 0 ? length : 0] = '\0';
    const char *found = strstr(text, behind);
    return found ? strtol(found + strlen(behind), NULL, 10) : -1;
}

/** Whether a process descends from another. */
static bool descends(long pid, long ancestor)
{
    for (int i = 0; pid > 1 && i < 16; i++) {
        if (pid == ancestor) {
            return true;
        }
        pid = number_in(pid, "status", "PPid:");
    }
    return false;
}

/** What a process and its descendants hold, in KiB. */
static long held_by(pid_t root)
{
    long sum = 0;
    long files = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        long pid = isdigit((unsigned char)entry->d_name[0]) ? atol(entry->d_name) : 0;
        if (pid >= root && descends(pid, root)) {
            long own = number_in(pid, "smaps_rollup", "\nPss_Anon:");
            long shared = number_in(pid, "smaps_rollup", "\nPss_Shmem:");
            long mapped = number_in(pid, "status", "\nRssFile:");
            sum += (own > 0 ? own : 0) + (shared > 0 ? shared : 0);
            files = mapped > files ? mapped : files;
        }
    }
    if (processes) {
        closedir(processes);
    }
    return sum + files;
}

static bool measure_memory(char **command)
{
    const struct timespec pause = {.tv_nsec = 3000000};
    long peak = 0;
    int result;
    pid_t child = fork();
    if (child == 0) {
        run(command);
    }
    while (child > 0 && waitpid(child, &result, WNOHANG) == 0) {
        long held = held_by(child);
        peak = held > peak ? held : peak;
        nanosleep(&pause, NULL);
    }
    printf("%ld\n", peak);
    return went_well(child, result);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_run TIMES|memory COMMAND ARGUMENT...\n");
        return 2;
    }
    bool memory = strcmp(argv[1], "memory") == 0;
    if (memory ? !measure_memory(argv + 2) : !measure_time(atoi(argv[1]), argv + 2)) {
        fprintf(stderr, "bench_run: %s failed\n", argv[2]);
        return 2;
    }
    return 0;
}
