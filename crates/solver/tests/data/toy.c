/* A solver of a few lines, for tests of coverage builds: one command a line, each with code of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rarely (int n) { return n * 7 + 1; }

static int often (int n)
{
  int i, sum = 0;
  for (i = 0; i < n; i++) sum += i & 1 ? i : -i;
  return sum;
}

/* Ends with the call that counts it, which the compiler makes a jump. Weak: else its calls would be optimised away. */
__attribute__ ((weak)) void nothing (void) {}

int main (void)
{
  char line[4096];
  int seen = 0;
  while (fgets (line, sizeof line, stdin))
  {
    if (!strncmp (line, "(check-sat)", 11)) puts (seen % 2 ? "unsat" : "sat");
    else if (!strncmp (line, "(assert rare)", 13)) seen += rarely (seen) & 1;
    else if (!strncmp (line, "(assert often)", 14)) seen += often (1000) & 1;
    else if (!strncmp (line, "(assert nothing)", 16)) nothing ();
    else if (!strncmp (line, "(reset)", 7)) seen = 0;
    else if (!strncmp (line, "(crash)", 7)) abort ();
    else if (!strncmp (line, "(exit)", 6)) break;
    else if (!strncmp (line, "(echo \"", 7))
    {
      line[strcspn (line, "\n") - 2] = 0;
      puts (line + 7);
    }
    fflush (stdout);
  }
  return 0;
}
