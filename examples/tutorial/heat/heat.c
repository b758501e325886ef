/* A small simulation, whose call graph the tutorial asks. */
#include <dlfcn.h>
#include <math.h>
#include <mpi.h>

enum { CELLS = 64 };

static void fill(double *cells, double value)
{
    for (int i = 0; i < CELLS; i++) {
        cells[i] = value;
    }
}

static void exchange(double *cells)
{
    MPI_Sendrecv(cells + CELLS - 1, 1, cells, 0, MPI_COMM_WORLD);
}

static void smooth(double *cells)
{
    exchange(cells);
    for (int i = 1; i < CELLS; i++) {
        cells[i] = (cells[i - 1] + cells[i]) / 2;
    }
}

static double largest(const double *cells)
{
    double result = 0;
    for (int i = 0; i < CELLS; i++) {
        result = fmax(result, cells[i]);
    }
    return result;
}

static double total(const double *cells)
{
    double own = 0, all;
    for (int i = 0; i < CELLS; i++) {
        own += cells[i];
    }
    MPI_Allreduce(&own, &all, 1, MPI_COMM_WORLD);
    return all;
}

/* Which norm is meant is known when the program runs; linking finds that it is one of these. */
static double (*const norms[])(const double *) = {largest, total};

static double measure(const double *cells, int norm)
{
    return norms[norm](cells);
}

/* What a library has to say, which nobody knows before it is loaded. */
static void report(const double *cells)
{
    void (*show)(const double *) = (void (*)(const double *))dlsym(RTLD_DEFAULT, "show");
    if (show) {
        show(cells);
    }
}

int main(int argc, char **argv)
{
    double cells[CELLS];
    MPI_Init(&argc, &argv);
    fill(cells, 1);
    do {
        smooth(cells);
        report(cells);
    } while (measure(cells, argc > 1) > 0.5);
    MPI_Finalize();
    return 0;
}
