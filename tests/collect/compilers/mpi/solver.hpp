// Conjugate gradients on a distributed tridiagonal matrix, as small as it can be.
#ifndef SOLVER_HPP
#define SOLVER_HPP

#include <mpi.h>

#include <memory>
#include <vector>

using Vector = std::vector<double>;

// What is applied to a residual; chosen when the program runs.
struct Preconditioner {
    virtual ~Preconditioner() = default;
    virtual void apply(const Vector &residual, Vector &out) const = 0;
};

struct Halo {
    double left = 0, right = 0;
};

Halo exchange(const Vector &x, MPI_Comm comm);
double dot(const Vector &a, const Vector &b, MPI_Comm comm);
void multiply(const Vector &x, Vector &out, MPI_Comm comm);
std::unique_ptr<Preconditioner> make_preconditioner(bool jacobi);
int solve(const Vector &b, Vector &x, const Preconditioner &preconditioner, MPI_Comm comm);

#endif
