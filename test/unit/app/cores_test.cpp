#include "cores.h"

#include <doctest/doctest.h>
#include <sched.h>

#include <cmath>

#include "unit/io/scratch_folder.h"

using namespace scree;

TEST_CASE("the quota of a control group is the least on the way to it") {
  ScratchFolder folder;
  CHECK(std::isinf(app::cpu_quota(folder.path(), "/a/b")));
  std::filesystem::create_directories(folder / "a/b");
  put_file(folder / "cpu.max", "max 100000\n");
  put_file(folder / "a/cpu.max", "150000 100000\n");
  put_file(folder / "a/b/cpu.max", "400000 100000\n");
  CHECK(std::isinf(app::cpu_quota(folder.path(), "/")));
  CHECK(app::cpu_quota(folder.path(), "/a") == 1.5);
  CHECK(app::cpu_quota(folder.path(), "/a/b") == 1.5);
  CHECK(std::isinf(app::cpu_quota(folder.path(), "/../a")));
}

TEST_CASE("the quota of a container of the first kind of control groups counts") {
  ScratchFolder folder;
  std::filesystem::create_directories(folder / "cpu");
  put_file(folder / "cpu/cpu.cfs_quota_us", "-1\n");
  put_file(folder / "cpu/cpu.cfs_period_us", "100000\n");
  CHECK(std::isinf(app::cpu_quota(folder.path(), "/")));
  put_file(folder / "cpu/cpu.cfs_quota_us", "200000\n");
  CHECK(app::cpu_quota(folder.path(), "/") == 2);
}

TEST_CASE("a process pinned to one core uses one") {
  cpu_set_t before, one;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(app::usable_cores() >= 1);
  CHECK(app::usable_cores() <= CPU_COUNT(&before));
  CPU_ZERO(&one);
  for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
    if (CPU_ISSET(k, &before)) CPU_SET(k, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(app::usable_cores() == 1);
  sched_setaffinity(0, sizeof before, &before);
}
