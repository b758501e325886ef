/* What a client of a session manager registers, with its data, and handlers that were there before.
 */
#include <X11/ICE/ICElib.h>
#include <X11/SM/SMlib.h>
#include <stddef.h>

struct state {
    void (*note)(const char *);
};
static void saved(const char *text)
{
}
static void never(const char *text)
{
}
static void save(SmcConn connection, SmPointer data, int type, Bool shutdown, int style, Bool fast)
{
    ((struct state *)data)->note("");
}
static void ends(SmcConn connection, SmPointer data)
{
    ((struct state *)data)->note("");
}
static void watch(IceConn connection, IcePointer data, Bool opening, IcePointer *kept)
{
    *kept = data;
}
static IceIOErrorHandler before;
static void failed(IceConn connection)
{
    if (before != failed) {
        before(connection);
    }
}
int main(void)
{
    void (*unused)(const char *) = never;
    struct state state = {saved};
    SmcCallbacks callbacks = {{save, &state}, {ends, &state}, {ends, &state}, {ends, &state}};
    char *id = NULL, error[100];
    before = IceSetIOErrorHandler(failed);
    IceAddConnectionWatch(watch, &state);
    SmcConn connection =
        SmcOpenConnection(NULL, NULL, 1, 0, SmcSaveYourselfProcMask | SmcDieProcMask, &callbacks,
                          NULL, &id, sizeof error, error);
    if (connection) {
        SmcInteractRequest(connection, SmDialogNormal, ends, &state);
    }
    return unused == NULL;
}
