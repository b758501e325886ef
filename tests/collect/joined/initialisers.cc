// What runs before main hangs on the function that runs initialisers; what runs at the end is a
// callback of it.
int compute();
struct Logger {
    Logger();
    ~Logger();
    int level;
};
Logger logger;
int computed = compute();
static int constant = 3;
static Logger *made = new Logger;

Logger &local()
{
    static Logger only;
    static int count = compute();
    return only;
}

template <typename T> struct Registered {
    static Logger entry;
};
template <typename T> Logger Registered<T>::entry;
Logger &registered() { return Registered<int>::entry; }

inline Logger shared;
int use() { return constant + computed + (made != nullptr) + shared.level; }
