/*
 * Measures time and memory to read a profile: bench_profile FILE...
 */
#include <libcg/profile.h>

#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int read_once(const char *path)
{
    struct cg_profile *profile;
    struct cg_error error;
    struct rusage usage;
    struct stat stat_buffer;
    double start = now();
    if (cg_profile_read_file(&profile, path, NULL, &error) || stat(path, &stat_buffer)) {
        fprintf(stderr, "bench_profile: %s\n", error.text);
        return 2;
    }
    double seconds = now() - start;
    getrusage(RUSAGE_SELF, &usage);
    printf("read %s: %.2f s, %.0f MB/s, peak %ld MiB; %u functions, %u paths, %u locations\n", path,
           seconds, (double)stat_buffer.st_size / 1e6 / seconds, usage.ru_maxrss / 1024,
           cg_profile_frame_count(profile), cg_profile_context_count(profile),
           cg_profile_location_count(profile));
    cg_profile_free(profile);
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc && !status; i++) {
        status = read_once(argv[i]);
    }
    return status;
}
