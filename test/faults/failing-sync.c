// Makes fsync and fdatasync fail with EIO, like a dying disk, while the file named by FAIL_SYNC exists: for all files, or
// for those whose names end with FAIL_SYNC_OF.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_meant(int fd) {
  const char *end = getenv("FAIL_SYNC_OF");
  char link[64], name[4096];
  if (!end) return 1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  size_t wanted = strlen(end);
  return length >= (ssize_t)wanted && memcmp(name + length - wanted, end, wanted) == 0;
}

static int fails(int fd) {
  const char *path = getenv("FAIL_SYNC");
  return path && access(path, F_OK) == 0 && is_meant(fd);
}

static int sync_with(long call, int fd) {
  if (!fails(fd)) return syscall(call, fd);
  errno = EIO;
  return -1;
}

int fsync(int fd) { return sync_with(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_with(SYS_fdatasync, fd); }
