// Makes fsync and fdatasync fail with EIO, as a dying disk does, while the file named by FAIL_SYNC is there.
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(void) {
  const char *path = getenv("FAIL_SYNC");
  return path && access(path, F_OK) == 0;
}

static int sync_with(long call, int fd) {
  if (!fails()) return syscall(call, fd);
  errno = EIO;
  return -1;
}

int fsync(int fd) { return sync_with(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_with(SYS_fdatasync, fd); }
