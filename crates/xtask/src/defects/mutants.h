/* The page that says which statement is spoiled, and learns which were reached. */
#ifndef SMTQUAKE_MUTANTS_H
#define SMTQUAKE_MUTANTS_H
#include <stdint.h>
#include <stdlib.h>

struct smtquake_page
{
  uint32_t alive; /* the number of the mutant plus one; 0 is none */
  uint32_t kind;  /* 0 aborts, 1 leaves the statement out */
  uint8_t reached[];
};
extern struct smtquake_page *smtquake_page;

static inline int
smtquake_goes_on (uint32_t n)
{
  smtquake_page->reached[n] = 1;
  if (__builtin_expect (smtquake_page->alive != n + 1, 1)) return 1;
  if (smtquake_page->kind == 0) abort ();
  return 0;
}

/* The statement comes last: its own commas belong to it. */
#define SMTQUAKE_MUTANT(n, ...) do { if (smtquake_goes_on (n)) { __VA_ARGS__ } } while (0);
#endif
