/*
 * Time a command: bench_run TIMES COMMAND ARGUMENT...
 *
 * Prints the best wall-clock seconds and the largest peak of the resident set in KiB, of the
 * command and its children, as "SECONDS KIB". Its output goes to /dev/null; a failure ends the
 * benchmark.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
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

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench_run TIMES COMMAND ARGUMENT...\n");
        return 2;
    }
    double best = 1e9;
    long peak = 0;
    for (int i = atoi(argv[1]); i > 0; i--) {
        struct rusage usage;
        int result;
        double start = now();
        pid_t child = fork();
        if (child == 0) {
            run(argv + 2);
        }
        if (child < 0 || wait4(child, &result, 0, &usage) < 0 || !WIFEXITED(result) ||
            WEXITSTATUS(result) > 1) {
            fprintf(stderr, "bench_run: %s failed\n", argv[2]);
            return 2;
        }
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
        peak = usage.ru_maxrss > peak ? usage.ru_maxrss : peak;
    }
    printf("%.3f %ld\n", best, peak);
    return 0;
}
