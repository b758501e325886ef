/* packages: Qt5Core; libraries: libQt5Core.so.5 */
/* Its headers are of C++: what is exported is looked at alone. */
