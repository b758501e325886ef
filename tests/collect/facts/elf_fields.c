/* Only the fields that say where functions are do, and only in the records of ELF. */
typedef struct {
    unsigned st_name;
    unsigned long st_value, st_size;
} Elf64_Sym;
typedef struct {
    unsigned long r_offset, r_info;
} Elf64_Rela;
struct other {
    unsigned long st_value, r_offset;
};
typedef void handler(void);

handler *place(Elf64_Sym *s) { return (handler *)s->st_value; }
handler *size(Elf64_Sym *s) { return (handler *)s->st_size; }
handler *relocated(Elf64_Rela *r) { return (handler *)r->r_offset; }
handler *info(Elf64_Rela *r) { return (handler *)r->r_info; }
handler *elsewhere(struct other *o) { return (handler *)(o->st_value + o->r_offset); }
