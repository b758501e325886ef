/* Scripts may load code, which may name what is exported. */
#include <lauxlib.h>
#include <lualib.h>

static void only_called(void)
{
}
int exported(int n)
{
    only_called();
    return n;
}
static int given(lua_State *lua)
{
    (void)lua;
    return 0;
}
static void never(void)
{
}
int main(void)
{
    lua_State *lua = luaL_newstate();
    luaL_openlibs(lua);
    lua_register(lua, "given", given);
    int status = luaL_dostring(lua, "given()");
    lua_close(lua);
    return status;
}
