// needs -lpthread
// path main;burn
#include "burn.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* Nothing that waits may be interrupted, whatever thread is sampled. */
static volatile int done;
static void *work(void *data)
{
    burn(300);
    done = 1;
    STAY;
    return data;
}

static int count_interrupts(void)
{
    const struct timespec moment = {0, 2000000};
    int interrupts = 0;
    int set = epoll_create1(0);
    struct epoll_event event;
    for (int i = 0; !done || i < 10; i++) {
        interrupts += nanosleep(&moment, NULL) != 0;
        interrupts += poll(NULL, 0, 2) < 0;
        interrupts += epoll_wait(set, &event, 1, 2) < 0;
        for (volatile unsigned spin = 0; spin < 1000000; spin++) {
        }
    }
    close(set);
    return interrupts;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int interrupts = count_interrupts();
    pthread_join(thread, NULL);
    burn(30);
    printf("%d interrupts\n", interrupts);
    return interrupts != 0;
}
