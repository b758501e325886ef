struct Job {
    virtual void run();
};
struct OneJob : Job {
    void run() override
    {
    }
};
void drive(Job &job);
void in_one()
{
}
void usage()
{
    in_one();
}
static void (*hook)(void) = in_one;
static void own(Job &job)
{
    job.run();
    hook();
}
int main()
{
    OneJob job;
    usage();
    own(job);
    drive(job);
    return 0;
}
