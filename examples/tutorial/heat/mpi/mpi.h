/* As much of MPI as heat.c needs: the tutorial is to be tried where there is no MPI. */
#ifndef MPI_H
#define MPI_H

typedef int MPI_Comm;
#define MPI_COMM_WORLD 0

int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
int MPI_Sendrecv(const void *out, int count, void *in, int neighbour, MPI_Comm comm);
int MPI_Allreduce(const void *in, void *out, int count, MPI_Comm comm);

#endif
