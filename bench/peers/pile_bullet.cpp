// The pile of `scree bench pile` in Bullet, double precision: sequential impulses with two friction
// rows and warm start, a fixed number of iterations, one island, nothing put to sleep.
//
//   pile_bullet STATE ITERATIONS
//
// STATE: a line with the width of the box, then x y z radius of every sphere, in metres. Lengths
// are handed to Bullet in mean diameters (5 mm), for which its margins are made. Reads "run N" and
// "print TEXT" from standard input, like `scree bench --serve`.
#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr double kUnit = 5e-3;             // [m]
constexpr double kGravity = 9.81 / kUnit;  // [1/s^2]
constexpr double kStep = 1e-3;             // [s]
constexpr double kFriction = 0.5;

struct Pile {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;  // five planes, then the spheres
  long spheres = 0;

  Pile(const char* path, int iterations) {
    world.setGravity(btVector3(0, 0, -kGravity));
    btContactSolverInfo& info = world.getSolverInfo();
    info.m_numIterations = iterations;
    info.m_leastSquaresResidualThreshold = 0;
    info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    world.getSimulationIslandManager()->setSplitIslands(false);
    std::ifstream in(path);
    double width = 0, x, y, z, r;
    in >> width;
    width /= kUnit;
    const btVector3 normals[5] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    const double offsets[5] = {0, 0, -width, 0, -width};
    for (int k = 0; k < 5; ++k)
      add(std::make_unique<btStaticPlaneShape>(normals[k], offsets[k]), 0, btVector3(0, 0, 0));
    while (in >> x >> y >> z >> r) {
      r /= kUnit;
      add(std::make_unique<btSphereShape>(r), 4.0 / 3 * M_PI * r * r * r,
          btVector3(x, y, z) / kUnit);
      ++spheres;
    }
    if (spheres == 0) throw std::runtime_error(std::string(path) + ": no spheres");
  }
  ~Pile() {
    for (auto& body : bodies) world.removeRigidBody(body.get());
  }

  void add(std::unique_ptr<btCollisionShape> shape, double mass, const btVector3& at) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(at);
    info.m_friction = std::sqrt(kFriction);  // those of two bodies are multiplied
    info.m_restitution = 0;
    bodies.push_back(std::make_unique<btRigidBody>(info));
    bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(bodies.back().get());
    shapes.push_back(std::move(shape));
  }
};

struct Motion {
  btVector3 v{0, 0, 0}, w{0, 0, 0};
};

/// One contact of the last step, as the solver saw it.
struct Contact {
  const btRigidBody *a, *b;
  btVector3 lever_a, lever_b, axis[3];  // normal on b, two tangents
  double impulse[3], target;

  double mobility(int k) const {
    const auto part = [&](const btRigidBody* body, const btVector3& lever) {
      const btVector3 turn = lever.cross(axis[k]);
      return body->getInvMass() + turn.dot(body->getInvInertiaTensorWorld() * turn);
    };
    return part(a, lever_a) + part(b, lever_b);
  }
};

std::vector<Contact> contacts_of(Pile& pile) {
  std::vector<Contact> all;
  const btContactSolverInfo& info = pile.world.getSolverInfo();
  for (int m = 0; m < pile.dispatcher.getNumManifolds(); ++m) {
    const btPersistentManifold* manifold = pile.dispatcher.getManifoldByIndexInternal(m);
    for (int p = 0; p < manifold->getNumContacts(); ++p) {
      const btManifoldPoint& point = manifold->getContactPoint(p);
      Contact c;
      c.a = btRigidBody::upcast(manifold->getBody0());
      c.b = btRigidBody::upcast(manifold->getBody1());
      c.axis[0] = point.m_normalWorldOnB;
      c.axis[1] = point.m_lateralFrictionDir1;
      c.axis[2] = point.m_lateralFrictionDir2;
      // Spheres: from the centre along the normal, whatever they have moved since.
      const auto lever = [&](const btRigidBody* body, double sign) {
        if (!(body->getInvMass() > 0)) return btVector3(0, 0, 0);
        const auto* sphere = static_cast<const btSphereShape*>(body->getCollisionShape());
        return btVector3(sign * sphere->getRadius() * c.axis[0]);
      };
      c.lever_a = lever(c.a, -1);
      c.lever_b = lever(c.b, 1);
      c.impulse[0] = point.m_appliedImpulse;
      c.impulse[1] = point.m_appliedImpulseLateral1;
      c.impulse[2] = point.m_appliedImpulseLateral2;
      const double d = point.getDistance();
      c.target = d > 0 ? -d / kStep : -d * info.m_erp2 / kStep;
      all.push_back(c);
    }
  }
  return all;
}

/// How far the impulses of the last step are from solving its problem: norm of the natural map over
/// that of what each contact alone would need. Friction is bounded row by row, as Bullet does it.
void measure(Pile& pile) {
  const std::vector<Contact> contacts = contacts_of(pile);
  std::map<const btRigidBody*, Motion> after, before;
  for (const auto& body : pile.bodies)
    before[body.get()] =
        after[body.get()] = {body->getLinearVelocity(), body->getAngularVelocity()};
  for (const Contact& c : contacts)
    for (int k = 0; k < 3; ++k) {
      const btVector3 p = c.impulse[k] * c.axis[k];
      before[c.a].v -= c.a->getInvMass() * p;
      before[c.a].w -= c.a->getInvInertiaTensorWorld() * c.lever_a.cross(p);
      before[c.b].v += c.b->getInvMass() * p;
      before[c.b].w += c.b->getInvInertiaTensorWorld() * c.lever_b.cross(p);
    }
  const auto velocity = [](const Contact& c, std::map<const btRigidBody*, Motion>& of, int k) {
    const Motion &a = of[c.a], &b = of[c.b];
    return (a.v + a.w.cross(c.lever_a) - b.v - b.w.cross(c.lever_b)).dot(c.axis[k]);
  };
  double map2 = 0, load2 = 0;
  long touching = 0;
  for (const Contact& c : contacts) {
    const double n = c.impulse[0];
    touching += n > 0;
    const double goal = std::max(0.0, n - (velocity(c, after, 0) - c.target) / c.mobility(0));
    const double alone = std::max(0.0, (c.target - velocity(c, before, 0)) / c.mobility(0));
    map2 += (goal - n) * (goal - n);
    load2 += alone * alone;
    for (int k = 1; k < 3; ++k) {
      const double t = c.impulse[k] - velocity(c, after, k) / c.mobility(k);
      const double held = std::clamp(t, -kFriction * n, kFriction * n) - c.impulse[k];
      map2 += held * held;
    }
  }
  std::printf("Contacts = %ld\nResidual = %.6g\n", touching, std::sqrt(map2 / load2));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("usage: pile_bullet STATE ITERATIONS");
  Pile pile(argv[1], std::atoi(argv[2]));
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb;
    long steps = 0;
    words >> verb;
    if (verb == "run" && words >> steps) {
      const auto start = std::chrono::steady_clock::now();
      for (long s = 0; s < steps; ++s) pile.world.stepSimulation(kStep, 0);
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (steps == 0) measure(pile);
      std::printf("Loop time of %.6f on 1 procs for %ld steps with %ld atoms\n", seconds, steps,
                  pile.spheres);
    } else if (verb == "print") {
      const std::size_t open = line.find('"'), close = line.rfind('"');
      std::printf("%s\n", line.substr(open + 1, close - open - 1).c_str());
    }
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "pile_bullet: %s\n", e.what());
  return 2;
}
