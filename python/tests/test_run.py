import os
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import scree


def hash_in(folder):
    return int(re.search(r'"state_hash": "([0-9a-f]+)"', (folder / "summary.json").read_text()).group(1), 16)


def test_python_and_the_command_end_in_the_same_state(root, tmp_path):
    program = os.environ.get("SCREE_PROGRAM")
    if not program:
        pytest.skip("SCREE_PROGRAM does not name the program")
    case = root / "test/scenes/periodic.toml"
    setting = "run.duration=0.01"
    subprocess.run([program, "run", case, "--set", setting, "--out", tmp_path / "command"], check=True,
                   stdout=subprocess.DEVNULL)
    of_command = hash_in(tmp_path / "command")
    in_memory = scree.Run(scree.Case.read(case, setting))
    in_memory.run()
    assert in_memory.hash == of_command
    stepped = scree.Run(scree.Case.read(case, setting), out=tmp_path / "stepped")
    while not stepped.finished:
        stepped.advance(11)
    assert stepped.hash == of_command
    assert hash_in(tmp_path / "stepped") == of_command
    assert (tmp_path / "stepped/series.csv").read_bytes() == (tmp_path / "command/series.csv").read_bytes()


def test_columns_are_shown_without_copying_and_cannot_be_written(keys):
    run = scree.Run(keys)
    now = run.bodies
    assert len(now) == 2
    assert now.position.shape == (2, 3)
    assert now.position.__array_interface__["data"][0] == run.bodies.position.__array_interface__["data"][0]
    assert not now.position.flags.owndata
    with pytest.raises(ValueError):
        now.position[0, 0] = 1
    row = list(now.id).index(1)
    assert now.position[row, 2] == 0.0148
    np.testing.assert_allclose(1 / now.inverse_mass, 2500 * 4 / 3 * np.pi * now.radius**3)


def test_an_array_stays_what_it_was(keys):
    run = scree.Run(keys)
    held = run.bodies.position
    before = held.copy()
    run.advance(30)
    np.testing.assert_array_equal(held, before)
    assert not np.array_equal(run.bodies.position, before)
    del run
    np.testing.assert_array_equal(held, before)


def test_bodies_walls_and_contacts_tell_the_same_forces(keys):
    run = scree.Run(keys)
    run.advance(20)
    contacts = run.contacts()
    assert len(contacts) == len(contacts.wall) == len(contacts.gap) > 0
    on_floor = np.array([wall == "floor" for wall in contacts.wall])
    assert (contacts.j[on_floor] == -1).all()
    # Dashpots of a step see the velocities predicted for its end, those of a contact the ones it has.
    up = -contacts.force[on_floor].sum(axis=0)[2]
    np.testing.assert_allclose(up, run.walls["floor"].force[2], rtol=0.01)
    for body in run.ids:
        np.testing.assert_allclose(run.contacts(body).force.sum(axis=0)[2], run.body(body).force[2], rtol=0.02)
    assert run.labels[run.bodies.label[0]] == run.body(0).label == "balls"
    with pytest.raises(scree.CaseError, match="no body 17"):
        run.body(17)


def test_series_and_values_have_the_names_of_the_files(keys, tmp_path):
    run = scree.Run(keys, out=tmp_path / "run")
    run.advance(10)
    assert run.value("step") == 10
    with pytest.raises(scree.CaseError, match="did you mean 'kinetic_translation'"):
        run.value("kinetic_translaton")
    run.run()
    series = scree.read_series(tmp_path / "run/series.csv")
    assert series["time"][-1] == run.time
    assert len(series["kinetic_translation"]) == len(series["kinetic_translation [J]"])
    np.testing.assert_array_equal(run.series()["potential"], series["potential"])
    assert "time" in series and "tim" not in series
    in_memory = scree.Run(keys)
    in_memory.run()
    np.testing.assert_array_equal(in_memory.series()["potential"], series["potential"])


def test_a_saved_run_goes_on_bit_for_bit(keys, tmp_path):
    whole, first = scree.Run(keys), scree.Run(keys)
    whole.run()
    first.advance(25)
    first.save(tmp_path / "state.h5")
    second = scree.Run.load(tmp_path / "state.h5")
    assert second.step == 25
    second.run()
    assert second.hash == whole.hash
    with pytest.raises(scree.CaseError):
        scree.Run.load(tmp_path / "nothing.h5")


def test_forces_act_between_steps(keys):
    """A spring of ours holds a ball: it swings with the frequency of k and m."""
    case = scree.Case(keys)
    case["gravity.vector"] = [0, 0, 0]
    case["run.duration"] = 1
    case["run.time_step"] = 1e-5
    case["bodies.0.list"] = [{"x": [0.01, 0, 0.1], "radius": 0.005}]
    run = scree.Run(case)
    stiffness = 100.0
    omega = np.sqrt(stiffness / run.body(0).mass)
    while run.time < np.pi / omega:
        run.push(0, [-stiffness * run.body(0).position[0], 0, 0])
        run.advance()
    assert run.body(0).position[0] == pytest.approx(-0.01, rel=2e-2)
    run.push(0, np.zeros(3))
    with pytest.raises(scree.CaseError):
        run.push(5, [1, 0, 0])


def test_a_folder_that_holds_a_run_is_not_overwritten(keys, tmp_path):
    scree.Run(keys, out=tmp_path / "run").run()
    with pytest.raises(scree.CaseError):
        scree.Run(keys, out=tmp_path / "run")
    scree.Run(keys, out=tmp_path / "run", replace=True).run()
    assert scree.Run.resume(tmp_path / "run").finished


def test_numerical_trouble_is_an_exception(keys):
    case = scree.Case(keys)
    case["run.time_step"] = 1e-3
    case["run.force_time_step"] = True
    case["bodies.0.velocity"] = [0, 0, -3]
    run = scree.Run(case)
    with pytest.raises(scree.NumericalTrouble) as caught:
        run.run()
    assert str(caught.value) == run.trouble
    with pytest.raises(scree.NumericalTrouble):
        run.advance()


def test_there_is_no_way_back(keys):
    with pytest.raises(ValueError):
        scree.Run(keys).advance(-1)


ENDLESS = """
import sys, scree
case = scree.Case.read(sys.argv[1])
case["run.duration"] = 1e3
run = scree.Run(case, out=sys.argv[2])
print("begins", flush=True)
try:
    run.run()
except KeyboardInterrupt:
    print("stopped at", run.step, flush=True)
    print(run.advance(3))
"""


def test_ctrl_c_stops_a_run_which_can_be_resumed(root, tmp_path):
    child = subprocess.Popen([sys.executable, "-c", ENDLESS, root / "test/scenes/periodic.toml", tmp_path / "run"],
                             stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begins\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=60)[0].splitlines()
    assert child.returncode == 0
    step = int(said[0].removeprefix("stopped at "))
    assert step > 0
    assert said[1] == "3"
    assert scree.Run.resume(tmp_path / "run").step == step


def test_other_threads_go_on_while_a_run_steps_but_may_not_look(keys):
    case = scree.Case(keys)
    case["run.duration"] = 1e3
    case["bodies.0.list"] = [{"x": [0, 0, 0.0049], "radius": 0.005}]
    run = scree.Run(case)
    worker = threading.Thread(target=lambda: run.advance(200_000))
    worker.start()
    refused = counted = 0
    while worker.is_alive():
        counted += 1
        try:
            run.step
        except RuntimeError:
            refused += 1
    worker.join()
    assert counted > 1 and refused > 0
    assert run.step == 200_000
