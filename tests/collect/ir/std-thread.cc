#include <thread>

void work(int);
struct Worker {
    void run(int);
};

void start(Worker &worker)
{
    std::thread plain(work, 1);
    std::thread method(&Worker::run, &worker, 2);
    std::thread lambda([] { work(3); });
    plain.join();
    method.join();
    lambda.detach();
}
