/* Linked into every program and library of a coverage build. The compiler calls __sanitizer_cov_trace_pc at the start
   of each block (gcc) or on each edge (clang); it counts the call's place in a map that smtquake shares with us.

   A place is the return address, counted from the start of the module, divided by four: a call takes five bytes, so no
   two places share a counter, and the number is the same wherever the module is loaded. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* Given by the linker: the first byte of the module, and the end of its code. */
extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));
extern const char etext[] __attribute__ ((visibility ("hidden")));

struct head
{
  uint64_t magic;
  uint64_t places; /* of the module that the map is for */
};
#define MAGIC 0x31706d7471746d73ull /* smtqtmp1 */
#define HEAD 64                     /* bytes; the counters begin there */

static uint8_t *counters;
static uint8_t *lines;  /* one byte for 64 counters: whether any of them was counted */
static uint64_t places; /* 0 until the map is there */

/* By this name smtquake knows a coverage build. */
__attribute__ ((visibility ("hidden"), used)) const char smtquake_coverage_build[] = "1";

__attribute__ ((constructor (101))) static void
smtquake_coverage_begin (void)
{
  const char *given = getenv ("SMTQUAKE_COVERAGE_FD");
  uint64_t mine = ((uintptr_t) etext - (uintptr_t) __ehdr_start) / 4 + 1;
  uint64_t room;
  struct stat about;
  struct head *head;
  int file;
  if (!given) return;
  file = atoi (given);
  /* Lines of 64 counters, a multiple of eight. */
  room = (mine / 512 + 1) * 8;
  if (fstat (file, &about) < 0 || (uint64_t) about.st_size < HEAD + room * 65) return;
  head = mmap (0, about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (head == MAP_FAILED) return;
  /* A map for another module: the program's, while this is one of its libraries. */
  if (head->magic != MAGIC || head->places != mine)
  {
    munmap (head, about.st_size);
    return;
  }
  counters = (uint8_t *) head + HEAD;
  lines = counters + room * 64;
  places = mine;
}

/* One more; once counted, never zero. One load and one store: in a loop, each has to wait for the last store to the same
   counter. The carry is added by hand, because C has a compare and a jump or a setcc for it. */
static inline void
count_once (uint8_t *counter)
{
#ifdef __x86_64__
  uint8_t count = *counter;
  __asm__ ("addb $1, %0\n\tadcb $0, %0" : "+q"(count) : : "cc");
  *counter = count;
#else
  if (++*counter == 0) *counter = 1;
#endif
}

__attribute__ ((visibility ("hidden"))) void
__sanitizer_cov_trace_pc (void)
{
  uint64_t place = ((uintptr_t) __builtin_return_address (0) - (uintptr_t) __ehdr_start) / 4;
  /* Also where a function that ends with this call was called from another module. */
  if (place >= places) return;
  count_once (&counters[place]);
  lines[place / 64] = 1;
}
