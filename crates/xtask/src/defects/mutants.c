/* Maps the page, which lies beside the library under its name and `.page`. */
#define _GNU_SOURCE
#include "mutants.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct smtquake_page *smtquake_page;

__attribute__ ((constructor (101))) static void
smtquake_map (void)
{
  Dl_info self;
  struct stat about;
  char path[4096];
  int file;
  if (!dladdr (&smtquake_page, &self)) abort ();
  snprintf (path, sizeof path, "%s.page", self.dli_fname);
  file = open (path, O_RDWR | O_CLOEXEC);
  if (file < 0 || fstat (file, &about) < 0) abort ();
  smtquake_page = mmap (0, about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (smtquake_page == MAP_FAILED) abort ();
  close (file);
}
