#pragma once
/// How many cores this process may use, and how its threads wait on them.
#include <filesystem>
#include <string>

namespace scree::app {

/// Cores that the affinity mask and the quota of the control group leave to this process; at least
/// one.
int usable_cores();

/// CPU time per time that a control group allows (cgroup v2, or the v1 files of a container);
/// infinite if nothing limits it. `root` is where the groups are mounted, `group` the path in it.
double cpu_quota(const std::filesystem::path& root, const std::string& group);

/// Threads that wait for each other spin a little, then sleep. OpenMP's own default spins for
/// milliseconds: on cores that other programs use, too, a thread then spins away the very time that
/// the one it waits for needs, and a run is ten times slower. OpenMP reads this from the
/// environment when the program starts, so the program starts itself once more; if that fails it
/// goes on as it is. Whoever sets OMP_WAIT_POLICY or GOMP_SPINCOUNT is obeyed. To be called first
/// in main().
void wait_briefly(char** argv);

}  // namespace scree::app
