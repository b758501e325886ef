/* User pointers of panels and menus; hooks get the menu. */
#include <curses.h>
#include <menu.h>
#include <panel.h>
#include <term.h>

static void used(void)
{
}
static void never(void)
{
}
static int put(int character)
{
    return character;
}
static void on_menu(MENU *menu)
{
    ((void (*)(void))menu_userptr(menu))();
}
static void not_set(MENU *menu)
{
    never();
}
int main(int argc, char **argv)
{
    ITEM *items[] = {new_item("one", "first"), NULL};
    set_item_userptr(items[0], (void *)used);
    ((void (*)(void))item_userptr(items[0]))();
    if (argc > 1) { /* needs a terminal */
        initscr();
        tputs("text", 1, put);
        MENU *menu = new_menu(items);
        set_menu_userptr(menu, (void *)used);
        set_menu_init(menu, on_menu);
        post_menu(menu);
        endwin();
    }
    return 0;
}
