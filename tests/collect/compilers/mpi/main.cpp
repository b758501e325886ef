#include "solver.hpp"

#include <algorithm>
#include <cstdio>

namespace {

struct Identity : Preconditioner {
    void apply(const Vector &residual, Vector &out) const override { out = residual; }
};

struct Jacobi : Preconditioner {
    void apply(const Vector &residual, Vector &out) const override
    {
        std::transform(residual.begin(), residual.end(), out.begin(),
                       [](double value) { return value / 2; });
    }
};

} // namespace

std::unique_ptr<Preconditioner> make_preconditioner(bool jacobi)
{
    if (jacobi) {
        return std::make_unique<Jacobi>();
    }
    return std::make_unique<Identity>();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Vector b(100, 1.0), x(100);
    int steps = solve(b, x, *make_preconditioner(argc > 1), MPI_COMM_WORLD);
    std::printf("%d steps\n", steps);
    MPI_Finalize();
}
