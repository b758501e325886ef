/* A replaced operator new returns an object to each call, not one for all classes. */
struct request {
    void (*run)();
};
struct environment {
    int size() { return 1; }
};
struct reg {
    int (environment::*get)();
};

int use_local();
static void nothing() {}

static request *make_request()
{
    request *made = new request;
    made->run = nothing;
    return made;
}

static reg *make_reg()
{
    reg *made = new reg;
    made->get = &environment::size;
    return made;
}

int main()
{
    environment env;
    request *first = make_request();
    reg *second = make_reg();
    first->run();
    int size = (env.*second->get)();
    delete first;
    delete second;
    return size + use_local() - 3;
}
