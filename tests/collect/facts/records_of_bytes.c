/* What pointers in memory that is used as a record of bytes hold is in these bytes. */
typedef void handler(void);
struct block {
    char bytes[16];
};
struct block *whole(handler **cells) { return (struct block *)cells; }
struct block *array(void)
{
    static void *cells[2];
    return (struct block *)cells;
}
