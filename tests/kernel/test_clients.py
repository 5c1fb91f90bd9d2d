"""Clients of Jupyter as people use them: the client library, and the console in a terminal."""

import os
import signal
import subprocess
import sys
import time
import unittest

import pexpect
from cells import CELLS
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import KernelManager

PATIENCE = 60

# Starts a kernel, says which, and waits to be killed.
STARTER = """
import sys, time
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="chesslog")
client.execute(sys.argv[1])
print(manager.provisioner.pid, flush=True)
time.sleep(1000)
"""


def start(**settings):
    manager = KernelManager(kernel_name="chesslog", **settings)
    manager.start_kernel()
    return manager, connect(manager)


def connect(manager):
    # Clients of manager.client() share their identity; others, as here, have their own.
    client = BlockingKernelClient(connection_file=manager.connection_file)
    client.load_connection_file()
    client.start_channels()
    client.wait_for_ready(timeout=PATIENCE)
    return client


def reply(client, name):
    while True:
        message = client.get_shell_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") == name:
            return message["content"]


def outputs(client, name):
    """What is published about a cell until it has ended."""
    found = []
    while True:
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") != name:
            continue
        if message["content"].get("execution_state") == "idle":
            return found
        found.append(message)


def printed(messages):
    return "".join(m["content"]["text"] for m in messages if m["msg_type"] == "stream")


def run(client, code, **settings):
    name = client.execute(code, **settings)
    return reply(client, name), outputs(client, name)


def until_printed(client, name):
    """Waits until a cell has printed something, and so is running."""
    while True:
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["msg_type"] == "stream" and message["parent_header"].get("msg_id") == name:
            return


def processes(parent):
    """A process and those below it."""
    table = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in table.stdout.splitlines()]
    found = [parent]
    for process in found:
        found.extend(pid for pid, above in pairs if above == process)
    return found


def lives(process):
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout
    return state.strip() not in ("",) and not state.startswith("Z")


class Client(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = start()

    @classmethod
    def tearDownClass(cls):
        cls.client.stop_channels()
        cls.manager.shutdown_kernel()

    def test_interrupts(self):
        spec = self.manager.kernel_spec
        self.addCleanup(setattr, spec, "interrupt_mode", spec.interrupt_mode)
        for mode in ["signal", "message"]:
            for code in [CELLS["spin"], CELLS["flood"]]:
                with self.subTest(mode=mode, code=code):
                    spec.interrupt_mode = mode
                    name = self.client.execute(code)
                    until_printed(self.client, name)
                    self.manager.interrupt_kernel()
                    self.assertEqual(reply(self.client, name)["status"], "error")
                    outputs(self.client, name)
        # While nothing runs, it is not for the next cell. (It is answered; nobody knows when a signal has been heard.)
        self.client.control_channel.send(self.client.session.msg("interrupt_request", {}))
        self.assertEqual(self.client.get_control_msg(timeout=PATIENCE)["msg_type"], "interrupt_reply")
        self.assertEqual(run(self.client, CELLS["hello"])[0]["status"], "ok")

    def test_queue(self):
        cells = [CELLS[name] for name in ["slow", "error", "hello", "value"]]
        names = [self.client.execute(code) for code in cells]
        statuses = [reply(self.client, name)["status"] for name in names]
        self.assertEqual(statuses, ["ok", "error", "aborted", "aborted"])
        self.assertEqual(run(self.client, CELLS["hello"])[0]["status"], "ok")
        names = [self.client.execute(code, stop_on_error=False) for code in cells[1:]]
        statuses = [reply(self.client, name)["status"] for name in names]
        self.assertEqual(statuses, ["error", "ok", "ok"])

    def test_many_lines(self):
        status, messages = run(self.client, CELLS["many"])
        self.assertEqual(status["status"], "ok")
        lines = "".join(f"{number}\n" for number in range(1, 10001))
        self.assertIn(lines, printed(messages))
        self.assertLess(len(messages), 1000)

    def test_questions(self):
        name = self.client.execute(CELLS["ask"], allow_stdin=True)
        self.client.get_stdin_msg(timeout=PATIENCE)
        self.client.input(CELLS["answer"])
        self.assertEqual(reply(self.client, name)["status"], "ok")
        self.assertIn(CELLS["answered"], printed(outputs(self.client, name)))
        self.assertEqual(run(self.client, CELLS["ask"], allow_stdin=False)[0]["status"], "error")
        name = self.client.execute(CELLS["ask"], allow_stdin=True)
        self.client.get_stdin_msg(timeout=PATIENCE)
        self.manager.interrupt_kernel()
        self.assertEqual(reply(self.client, name)["status"], "error")

    def test_clients_come_and_go(self):
        name = self.client.execute(CELLS["spin"])
        for _ in range(10):
            other = connect(self.manager)
            message = other.session.msg("kernel_info_request", {})
            other.control_channel.send(message)
            self.assertEqual(other.get_control_msg(timeout=PATIENCE)["msg_type"], "kernel_info_reply")
            other.stop_channels()
        self.assertTrue(self.client.hb_channel.is_beating())
        self.manager.interrupt_kernel()
        reply(self.client, name)
        outputs(self.client, name)

    def test_what_cannot_be_read(self):
        session = self.client.session
        key, session.key = session.key, b"wrong"
        self.client.execute(CELLS["error"])
        session.key = key
        self.client.shell_channel.send(session.msg("frobnicate_request", {}))
        self.client.shell_channel.socket.send_multipart([b"<IDS|MSG>", b"", b"{", b"", b"", b""])
        self.assertEqual(run(self.client, CELLS["hello"])[0]["status"], "ok")

    def test_a_client_that_stops_reading(self):
        # One that has subscribed and never reads must not keep the others waiting for ever.
        import zmq

        socket = zmq.Context.instance().socket(zmq.SUB)
        self.addCleanup(socket.close, 0)
        socket.setsockopt(zmq.RCVHWM, 1)
        socket.setsockopt(zmq.RCVBUF, 4096)
        socket.subscribe("")
        info = self.manager.get_connection_info()
        socket.connect(f"tcp://{info['ip']}:{info['iopub_port']}")
        for _ in range(400):
            status, messages = run(self.client, CELLS["many"])
            self.assertEqual(status["status"], "ok")
            self.assertIn("10000\n", printed(messages))


class Lifetime(unittest.TestCase):
    def test_restart_and_shutdown(self):
        manager, client = start()
        until_printed(client, client.execute(CELLS["spin"]))
        before = processes(manager.provisioner.pid)
        manager.restart_kernel()
        client.stop_channels()
        client = connect(manager)
        self.assertFalse([process for process in before if lives(process)])
        self.assertEqual(run(client, CELLS["hello"])[0]["execution_count"], 1)
        before = processes(manager.provisioner.pid)
        client.stop_channels()
        manager.shutdown_kernel()
        self.assertFalse([process for process in before if lives(process)])

    def test_no_orphans(self):
        server = subprocess.Popen(
            [sys.executable, "-c", STARTER, CELLS["spin"]], stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(server.stdout.close)
        kernel = processes(int(server.stdout.readline()))
        server.send_signal(signal.SIGKILL)
        server.wait()
        end = time.monotonic() + PATIENCE
        while any(map(lives, kernel)) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertFalse([process for process in kernel if lives(process)])

    def test_ipc(self):
        manager, client = start(transport="ipc")
        self.assertEqual(run(client, CELLS["hello"])[0]["status"], "ok")
        client.stop_channels()
        manager.shutdown_kernel()

    def test_figures(self):
        """No assertion: figures to be read."""
        milliseconds = lambda since: round((time.perf_counter() - since) * 1000, 1)
        began = time.perf_counter()
        manager, client = start()
        print(f"\nstart until ready: {milliseconds(began)} ms")
        figures = {"execute": [], "complete": [], "interrupt": [], "10,000 lines": []}
        for _ in range(20):
            began = time.perf_counter()
            run(client, CELLS["value"])
            figures["execute"].append(milliseconds(began))
            began = time.perf_counter()
            reply(client, client.complete(CELLS["prefix"]))
            figures["complete"].append(milliseconds(began))
        for _ in range(5):
            name = client.execute(CELLS["spin"])
            until_printed(client, name)
            began = time.perf_counter()
            manager.interrupt_kernel()
            reply(client, name)
            figures["interrupt"].append(milliseconds(began))
            outputs(client, name)
            began = time.perf_counter()
            run(client, CELLS["many"])
            figures["10,000 lines"].append(milliseconds(began))
        for what, times in figures.items():
            times.sort()
            print(f"{what}: median {times[len(times) // 2]} ms, at most {times[-1]} ms")
        client.stop_channels()
        manager.shutdown_kernel()


class Console(unittest.TestCase):
    def test_console(self):
        environment = {**os.environ, "TERM": "dumb", "PROMPT_TOOLKIT_NO_CPR": "1"}
        console = pexpect.spawn(
            "jupyter", ["console", "--kernel", "chesslog", "--simple-prompt"], timeout=PATIENCE,
            encoding="utf-8", env=environment, dimensions=(40, 120),
        )
        self.addCleanup(console.close, force=True)
        console.expect(r"In \[1\]: ")
        console.sendline(CELLS["hello"])
        console.expect("hello, world.*In \\[2\\]: ")
        console.sendline(CELLS["error"])
        console.expect(r"In \[3\]: ")
        console.sendline(CELLS["spin"])
        console.expect(r"\non\s")
        console.sendintr()
        console.expect(r"In \[4\]: ")
        console.sendline(CELLS["value"])
        console.expect_exact(CELLS["shown"])
        console.expect(r"In \[5\]: ")
        console.sendeof()
        console.expect_exact("exit")
        console.sendline("y")
        console.expect(pexpect.EOF)


if __name__ == "__main__":
    unittest.main()
