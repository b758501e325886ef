struct Job {
    virtual void run();
};
struct TwoJob : Job {
    void run() override
    {
    }
};
void drive(Job &job);
void in_two()
{
}
void usage()
{
    in_two();
}
static void (*hook)(void) = in_two;
static void own(Job &job)
{
    job.run();
    hook();
}
int main()
{
    TwoJob job;
    usage();
    own(job);
    drive(job);
    return 0;
}
