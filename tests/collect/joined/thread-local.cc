// Initialisers of variables of a thread, through the wrapper all uses go through.
struct Pool {
    Pool();
    ~Pool();
    int size;
};
int compute();
thread_local Pool pool;
thread_local int counted = compute();
extern thread_local Pool foreign;

int use() { return pool.size + counted; }
int use_foreign() { return foreign.size; }
int local()
{
    thread_local Pool own;
    return own.size;
}
