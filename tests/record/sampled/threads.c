// needs -lpthread
// locations 4
// path first;burn
// path second;burn
// path main;burn
// share first 30 50
// share second 30 50
#include "burn.h"
#include <pthread.h>

static void *first(void *data)
{
    burn(100);
    STAY;
    return data;
}
static void *second(void *data)
{
    burn(100);
    STAY;
    return data;
}
static void *nothing(void *data)
{
    return data;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, nothing, NULL);
    burn(50);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
