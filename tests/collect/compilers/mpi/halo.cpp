#include "solver.hpp"

Halo exchange(const Vector &x, MPI_Comm comm)
{
    Halo halo;
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (rank > 0) {
        MPI_Irecv(&halo.left, 1, MPI_DOUBLE, rank - 1, 0, comm, &requests[0]);
        MPI_Send(&x.front(), 1, MPI_DOUBLE, rank - 1, 0, comm);
    }
    if (rank + 1 < size) {
        MPI_Irecv(&halo.right, 1, MPI_DOUBLE, rank + 1, 0, comm, &requests[1]);
        MPI_Send(&x.back(), 1, MPI_DOUBLE, rank + 1, 0, comm);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return halo;
}
