# The contact problem of `scree bench pile` by Siconos' nonsmooth Gauss-Seidel, from zero.
#
#   pile_siconos.py PROBLEM ITERATIONS OUT
#
# PROBLEM: FCLIB file in local form with W by columns or rows. OUT: a copy of it with the reactions
# found as its solution. Prints the seconds that the solver took.
import shutil
import sys
import time

import h5py
import numpy as np
import scipy.sparse as sparse
import siconos.numerics as sn

problem, iterations, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with h5py.File(problem, "r") as f:
    local = f["fclib_local"]
    w = local["W"]
    m, n, nz = (int(np.asarray(w[k]).ravel()[0]) for k in ("m", "n", "nz"))
    p, i, x = (np.asarray(w[k]).ravel() for k in ("p", "i", "x"))
    if nz >= 0:
        matrix = sparse.coo_matrix((x, (i, p)), shape=(m, n)).tocsc()
    elif nz == -1:
        matrix = sparse.csc_matrix((x, i, p), shape=(m, n))
    else:
        matrix = sparse.csr_matrix((x, i, p), shape=(m, n)).tocsc()
    mu = np.asarray(local["vectors/mu"]).ravel()
    q = np.asarray(local["vectors/q"]).ravel()
contacts = len(mu)
blocks = sn.SBM_from_csparse(3, matrix)
blocks = blocks[1] if isinstance(blocks, (tuple, list)) else blocks
case = sn.FrictionContactProblem(3, contacts, blocks, q, mu)
options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = iterations
options.dparam[sn.SICONOS_DPARAM_TOL] = 1e-16
options.iparam[sn.SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] = (
    sn.SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_LIGHT)
r, u = np.zeros(3 * contacts), np.zeros(3 * contacts)
start = time.process_time()
sn.fc3d_nsgs(case, r, u, options)
seconds = time.process_time() - start
shutil.copyfile(problem, out)
with h5py.File(out, "r+") as f:
    if "solution" in f:
        del f["solution"]
    solution = f.create_group("solution")
    solution["r"], solution["u"] = r, u
print(f"seconds {seconds:.6f} iterations {options.iparam[sn.SICONOS_IPARAM_ITER_DONE]}")
