/* Operations get buffers, functions of keys the attributes, and messages come back. */
#include <mpi.h>

struct work {
    void (*run)(void);
};
static void run(void)
{
}
static void copied(void)
{
}
static void never(void)
{
}
static void combine(void *in, void *inout, int *n, MPI_Datatype *type)
{
}
static void not_created(void *in, void *inout, int *n, MPI_Datatype *type)
{
    never();
}
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    ((void (*)(void))extra)();
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}
static int forget(MPI_Comm comm, int key, void *attribute, void *extra)
{
    ((struct work *)attribute)->run();
    return MPI_SUCCESS;
}
int main(int argc, char **argv)
{
    struct work work = {run}, *found;
    int key, flag;
    MPI_Op op;
    if (argc > 1) { /* processes of their own need more than a test has */
        MPI_Init(&argc, &argv);
        MPI_Op_create(combine, 1, &op);
        MPI_Comm_create_keyval(copy, forget, &key, (void *)copied);
        MPI_Comm_set_attr(MPI_COMM_SELF, key, &work);
        MPI_Comm_get_attr(MPI_COMM_SELF, key, &found, &flag);
        found->run();
        MPI_Finalize();
    }
    return 0;
}
