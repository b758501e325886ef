#include "solver.hpp"

#include <cmath>
#include <numeric>

double dot(const Vector &a, const Vector &b, MPI_Comm comm)
{
    double local = std::inner_product(a.begin(), a.end(), b.begin(), 0.0), global = 0;
    MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, comm);
    return global;
}

void multiply(const Vector &x, Vector &out, MPI_Comm comm)
{
    Halo halo = exchange(x, comm);
    for (std::size_t i = 0; i < x.size(); i++) {
        double left = i > 0 ? x[i - 1] : halo.left;
        double right = i + 1 < x.size() ? x[i + 1] : halo.right;
        out[i] = 2 * x[i] - left - right;
    }
}

int solve(const Vector &b, Vector &x, const Preconditioner &preconditioner, MPI_Comm comm)
{
    Vector r(b), z(b.size()), p(b.size()), q(b.size());
    double before = 0;
    int step = 0;
    for (; step < 50 && std::sqrt(dot(r, r, comm)) > 1e-9; step++) {
        preconditioner.apply(r, z);
        double now = dot(r, z, comm), beta = step ? now / before : 0;
        for (std::size_t i = 0; i < p.size(); i++) {
            p[i] = z[i] + beta * p[i];
        }
        multiply(p, q, comm);
        double alpha = now / dot(p, q, comm);
        for (std::size_t i = 0; i < x.size(); i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        before = now;
    }
    return step;
}
