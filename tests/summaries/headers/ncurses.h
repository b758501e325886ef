/* packages: ncursesw panelw menuw formw; libraries: libncursesw.so.6 libtinfo.so.6 libpanelw.so.6 libmenuw.so.6 libformw.so.6 */
#include <curses.h>
#include <term.h>
#include <panel.h>
#include <menu.h>
#include <form.h>
