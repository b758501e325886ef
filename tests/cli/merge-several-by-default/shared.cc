struct Job {
    virtual void run();
};
void usage();
void Job::run()
{
}
void drive(Job &job)
{
    job.run();
    usage();
}
