#include "scree/io/fclib.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "scree/base/error.h"
#include "scree/io/hdf5_handle.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

// How FCLIB marks the form of a sparse matrix in its field nz.
constexpr int kColumns = -1, kRows = -2;

class Reader {
 public:
  explicit Reader(const fs::path& path)
      : path_(path), file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {
    if (!fs::exists(path)) refuse("there is no such file");
    if (!file_.valid()) refuse("is no HDF5 file");
  }
  [[noreturn]] void refuse(const std::string& message) const {
    throw CaseError(path_.string(), 0, message);
  }
  bool has(const std::string& name) const {
    // Every group on the way must be there.
    for (std::size_t at = name.find('/', 1); at != std::string::npos; at = name.find('/', at + 1))
      if (H5Lexists(file_, name.substr(0, at).c_str(), H5P_DEFAULT) <= 0) return false;
    return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0;
  }
  std::vector<int> integers(const std::string& name) const {
    return all<int>(name, H5T_NATIVE_INT, H5T_INTEGER);
  }
  std::vector<Real> reals(const std::string& name) const {
    return all<Real>(name, H5T_NATIVE_DOUBLE, H5T_FLOAT);
  }
  int integer(const std::string& name) const {
    const std::vector<int> v = integers(name);
    if (v.size() != 1) refuse(fmt::format("{} should be one number, but holds {}", name, v.size()));
    return v[0];
  }

 private:
  template <class T>
  std::vector<T> all(const std::string& name, hid_t type, H5T_class_t wanted) const {
    if (!has(name)) refuse(fmt::format("is no local problem of FCLIB: {} is missing", name));
    const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!set.valid()) refuse(fmt::format("{} is no table of numbers", name));
    const Handle kind(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
    if (H5Tget_class(kind) != wanted)
      refuse(fmt::format("{} should hold {}", name,
                         wanted == H5T_INTEGER ? "whole numbers" : "floating-point numbers"));
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count < 0 || count > (hssize_t{1} << 31)) refuse(fmt::format("{} is too large", name));
    std::vector<T> out(static_cast<std::size_t>(count));
    if (count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
      refuse(fmt::format("{} cannot be read: the file is damaged", name));
    return out;
  }

  fs::path path_;
  QuietHdf5 quiet_;
  Handle file_;
};

struct Entry {
  Index row, column;
  Real value;
};

/// A sparse matrix of FCLIB: triplets, compressed columns or compressed rows.
std::vector<Entry> read_matrix(const Reader& file, const std::string& group, Index size) {
  const int m = file.integer(group + "/m"), n = file.integer(group + "/n"),
            nz = file.integer(group + "/nz");
  if (m != size || n != size)
    file.refuse(
        fmt::format("{} is {} x {}, but q and spacedim ask for {} x {}", group, m, n, size, size));
  const std::vector<int> p = file.integers(group + "/p"), i = file.integers(group + "/i");
  const std::vector<Real> x = file.reals(group + "/x");
  std::vector<Entry> out;
  const auto add = [&](int row, int column, Real value) {
    if (row < 0 || row >= size || column < 0 || column >= size)
      file.refuse(fmt::format("{} has an entry in row {}, column {}; it is {} x {}", group, row,
                              column, size, size));
    if (!std::isfinite(value)) file.refuse(fmt::format("{}/x holds a number that is none", group));
    out.push_back({row, column, value});
  };
  if (nz >= 0) {
    if (p.size() < static_cast<std::size_t>(nz) || i.size() < static_cast<std::size_t>(nz) ||
        x.size() < static_cast<std::size_t>(nz))
      file.refuse(fmt::format("{} promises {} entries, but holds {}", group, nz, x.size()));
    for (int k = 0; k < nz; ++k) add(i[k], p[k], x[k]);  // as in CSparse: p columns, i rows
    return out;
  }
  if (nz != kColumns && nz != kRows) file.refuse(fmt::format("{}/nz is {}", group, nz));
  if (p.size() != static_cast<std::size_t>(size) + 1)
    file.refuse(fmt::format("{}/p holds {} numbers, {} are needed", group, p.size(), size + 1));
  for (Index k = 0; k < size; ++k)
    for (int e = p[k]; e < p[k + 1]; ++e) {
      if (e < 0 || static_cast<std::size_t>(e) >= x.size() ||
          static_cast<std::size_t>(e) >= i.size())
        file.refuse(fmt::format("{}/p points beyond the {} entries", group, x.size()));
      nz == kColumns ? add(i[e], k, x[e]) : add(k, i[e], x[e]);
    }
  return out;
}

std::vector<Vec3> vectors(const std::vector<Real>& flat, int dim) {
  std::vector<Vec3> out(flat.size() / dim, {0, 0, 0});
  for (std::size_t k = 0; k < out.size(); ++k)
    for (int c = 0; c < dim; ++c) at(out[k], c) = flat[dim * k + c];
  return out;
}

class Writer {
 public:
  explicit Writer(const fs::path& path)
      : path_(path),
        file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose) {
    check(file_);
  }
  void group(const char* name) {
    const Handle g(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    check(g);
  }
  void numbers(const std::string& name, const std::vector<int>& v) {
    write(name, H5T_NATIVE_INT, v.size(), v.data());
  }
  void numbers(const std::string& name, const std::vector<Real>& v) {
    write(name, H5T_NATIVE_DOUBLE, v.size(), v.data());
  }
  void text(const std::string& name, const std::string& value) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
    H5Tset_size(type, value.size() + 1);
    put(name, type, space, value.c_str());
  }

 private:
  void check(hid_t id) const {
    if (id < 0)
      throw DiskError(path_.string(), "HDF5 could not write it", "check the disk and the folder");
  }
  void write(const std::string& name, hid_t type, std::size_t count, const void* data) {
    const hsize_t size = count;
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    put(name, type, space, data);
  }
  void put(const std::string& name, hid_t type, hid_t space, const void* data) {
    const Handle set(
        H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    check(set);
    check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  }

  fs::path path_;
  QuietHdf5 quiet_;
  Handle file_;
};

std::vector<Real> flat(const std::vector<Vec3>& v, int dim) {
  std::vector<Real> out;
  for (const Vec3& a : v)
    for (int c = 0; c < dim; ++c) out.push_back(at(a, c));
  return out;
}

std::vector<Vec3> velocities(const LocalProblem& p, const std::vector<Vec3>& r) {
  std::vector<Vec3> u;
  u.reserve(r.size());
  for (Index k = 0; k < p.contacts(); ++k) u.push_back(p.velocity(r, k));
  return u;
}

void write_matrix(Writer& file, const LocalProblem& p, int dim) {
  std::vector<int> start{0}, row;
  std::vector<Real> value;
  for (Index k = 0; k < p.contacts(); ++k)
    for (int c = 0; c < dim; ++c) {
      for (Index b = p.start[k]; b < p.start[k + 1]; ++b)
        for (int d = 0; d < dim; ++d) {
          row.push_back(dim * p.column[b] + d);
          value.push_back(at(p.block[b].row[c], d));
        }
      start.push_back(static_cast<int>(row.size()));
    }
  const int size = dim * p.contacts();
  file.group("/fclib_local/W");
  file.numbers("/fclib_local/W/nzmax", std::vector<int>{static_cast<int>(row.size())});
  file.numbers("/fclib_local/W/m", std::vector<int>{size});
  file.numbers("/fclib_local/W/n", std::vector<int>{size});
  file.numbers("/fclib_local/W/nz", std::vector<int>{kRows});
  file.numbers("/fclib_local/W/p", start);
  file.numbers("/fclib_local/W/i", row);
  file.numbers("/fclib_local/W/x", value);
}

}  // namespace

LocalProblem read_fclib(const fs::path& path) {
  const Reader file(path);
  LocalProblem out;
  const int dim = file.integer("/fclib_local/spacedim");
  if (dim != 2 && dim != 3) file.refuse(fmt::format("spacedim is {}, not 2 or 3", dim));
  if (file.has("/fclib_local/V"))
    file.refuse("has equality constraints (V, R, s): only contact problems can be solved");
  out.planar = dim == 2;
  out.friction = file.reals("/fclib_local/vectors/mu");
  const std::vector<Real> q = file.reals("/fclib_local/vectors/q");
  if (q.size() != dim * out.friction.size())
    file.refuse(fmt::format("q holds {} numbers, but mu is for {} contacts of {} each", q.size(),
                            out.friction.size(), dim));
  for (const Real m : out.friction)
    if (!(m >= 0)) file.refuse("mu holds a negative number, or one that is none");
  for (const Real v : q)
    if (!std::isfinite(v)) file.refuse("q holds a number that is none");
  out.q = vectors(q, dim);
  std::vector<std::map<Index, Mat3>> rows(out.q.size());
  for (const Entry& e : read_matrix(file, "/fclib_local/W", static_cast<Index>(q.size()))) {
    Mat3& block = rows[e.row / dim].try_emplace(e.column / dim, Mat3{}).first->second;
    at(block.row[e.row % dim], e.column % dim) += e.value;
  }
  for (const auto& row : rows) {
    for (const auto& [column, block] : row)
      out.column.push_back(column), out.block.push_back(block);
    out.start.push_back(static_cast<Index>(out.column.size()));
  }
  const auto reactions = [&](const std::string& name) {
    if (!file.has(name)) return std::vector<Vec3>{};
    const std::vector<Real> r = file.reals(name);
    if (r.size() != q.size())
      file.refuse(fmt::format("{} holds {} numbers, {} are needed", name, r.size(), q.size()));
    return vectors(r, dim);
  };
  out.guess = reactions("/guesses/1/r");
  out.solution = reactions("/solution/r");
  return out;
}

void write_fclib(const fs::path& path, const LocalProblem& problem, const std::string& title,
                 const std::string& description) {
  const int dim = problem.planar ? 2 : 3;
  const fs::path part = path.string() + ".part";
  {
    Writer file(part);
    file.group("/fclib_local");
    file.numbers("/fclib_local/spacedim", std::vector<int>{dim});
    write_matrix(file, problem, dim);
    file.group("/fclib_local/vectors");
    file.numbers("/fclib_local/vectors/q", flat(problem.q, dim));
    file.numbers("/fclib_local/vectors/mu", problem.friction);
    file.group("/fclib_local/info");
    file.text("/fclib_local/info/title", title);
    file.text("/fclib_local/info/description", description);
    file.text("/fclib_local/info/math_info", "local problem, normal component first");
    const auto reactions = [&](const std::string& group, const std::vector<Vec3>& r) {
      file.group(group.c_str());
      file.numbers(group + "/u", flat(velocities(problem, r), dim));
      file.numbers(group + "/r", flat(r, dim));
    };
    if (!problem.guess.empty()) {
      file.group("/guesses");
      file.numbers("/guesses/number_of_guesses", std::vector<int>{1});
      reactions("/guesses/1", problem.guess);
    }
    if (!problem.solution.empty()) reactions("/solution", problem.solution);
  }
  fs::rename(part, path);
}

}  // namespace scree
