/* Linked into every program and library of a coverage build, as the last of its files. Each edge counts in a byte of the
   section `smtquake_counters`, by code that `edge.s` puts in the place of the compiler's calls. Here that section becomes
   the map that smtquake shares with us. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define HIDDEN __attribute__ ((visibility ("hidden")))
#define PAGE 4096

/* Given by the linker: where the module begins, where its code ends, and the counters. */
extern const char __ehdr_start[] HIDDEN, etext[] HIDDEN;
extern char __start_smtquake_counters[] HIDDEN, __stop_smtquake_counters[] HIDDEN;

/* The section begins and ends with a page, so that nothing else lies in what is mapped: this piece of it is the last. */
__asm__ (".pushsection smtquake_counters,\"aw\",@nobits\n"
         "\t.balign 4096\n"
         "\t.zero 4096\n"
         "\t.popsection");

/* The first page of a map; the counters have the others. */
struct head
{
  uint64_t magic;
  uint64_t code; /* bytes from the module's first to the end of its code */
};
#define MAGIC 0x32706d7471746d73ull /* smtqtmp2 */

__attribute__ ((constructor (101))) static void
smtquake_coverage_begin (void)
{
  const char *given = getenv ("SMTQUAKE_COVERAGE_FD");
  uint64_t room = __stop_smtquake_counters - __start_smtquake_counters;
  uint64_t code = (uintptr_t) etext - (uintptr_t) __ehdr_start;
  struct stat about;
  struct head *head;
  int file, ours;
  if (!given) return;
  file = atoi (given);
  if (fstat (file, &about) < 0 || (uint64_t) about.st_size != PAGE + room) return;
  head = mmap (0, PAGE, PROT_READ, MAP_SHARED, file, 0);
  if (head == MAP_FAILED) return;
  /* Else it is for another module: the program's, while this is one of its libraries. */
  ours = head->magic == MAGIC && head->code == code;
  munmap (head, PAGE);
  if (ours) mmap (__start_smtquake_counters, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, PAGE);
}

/* For code that did not pass by our `as`: it is not counted. */
HIDDEN void
__sanitizer_cov_trace_pc (void)
{
}
