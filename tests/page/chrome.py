"""Drives Chromium, headless, by the DevTools protocol: a websocket with JSON messages.

Only the standard library is used. `with Chrome() as chrome: page = chrome.open(path)`.
"""
import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
DEADLINE = 120


def find():
    """The browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Socket:
    """A websocket: masked text frames out, whole text messages in."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=DEADLINE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.input = self.socket.makefile("rb")
        if b"101" not in self.input.readline():
            raise RuntimeError("the browser refuses the connection")
        while self.input.readline() not in (b"\r\n", b""):
            pass

    def send(self, text):
        data = text.encode()
        mask = os.urandom(4)
        size = len(data)
        head = (struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else
                struct.pack("!BBH", 0x81, 0xfe, size) if size < 65536 else
                struct.pack("!BBQ", 0x81, 0xff, size))
        whole = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(whole, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def read(self):
        message = b""
        while True:
            first, second = self.input.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack("!H", self.input.read(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.input.read(8))
            message += self.input.read(size)
            if first & 0x80:
                return message.decode()

    def close(self):
        self.input.close()
        self.socket.close()


class Page:
    """A tab."""

    def __init__(self, socket_, domains=("Page", "Runtime", "Log")):
        self.socket = socket_
        self.number = 0
        self.events = []
        for domain in domains:
            self.call(f"{domain}.enable")
        if domains:
            self.call("Performance.enable", timeDomain="threadTicks")

    def call(self, method, **parameters):
        """Send a command and wait for its result."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.read())
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def go(self, url):
        self.call("Page.navigate", url=url)

    def run(self, script):
        """The value of an expression, promises awaited."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait(self, script, seconds=30):
        """Wait until an expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"!!({script})"):
                return
            time.sleep(0.05)
        raise RuntimeError(f"waited {seconds} s in vain for: {script}")

    def key(self, key, text=None):
        """Press a key such as "Enter", "ArrowDown" or "a"."""
        codes = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39,
                 "Backspace": 8, "Escape": 27, "Tab": 9}
        text = text or (key if len(key) == 1 else "\r" if key == "Enter" else "")
        code = codes.get(key, ord(key[0].upper()))
        down = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code,
                  **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        for character in text:
            self.key(character)

    def dark(self, on):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))

    def processor_time(self):
        """Milliseconds that the page has computed, without what other programs took meanwhile."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return 1000 * next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    def trace(self):
        """Begin to note the tasks of the page."""
        self.call("Tracing.start", transferMode="ReportEvents", traceConfig={
            "includedCategories": ["disabled-by-default-devtools.timeline"]})

    def longest_task(self):
        """End what trace() began: the most milliseconds of processor time that one task took."""
        self.call("Tracing.end")
        while not any(e["method"] == "Tracing.tracingComplete" for e in self.events):
            self.events.append(json.loads(self.socket.read()))
        noted = [e for event in self.events if event["method"] == "Tracing.dataCollected"
                 for e in event["params"]["value"]]
        self.events = [e for e in self.events if not e["method"].startswith("Tracing.")]
        main = {(e["pid"], e["tid"]) for e in noted
                if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
        tasks = [e.get("tdur", 0) for e in noted
                 if e["name"] == "RunTask" and (e["pid"], e["tid"]) in main]
        return max(tasks, default=0) / 1000

    def complaints(self):
        """Errors of scripts, and what the content security policy stopped."""
        self.run("1")
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif event.get("method") == "Page.javascriptDialogOpening":
                found.append("dialog: " + parameters["message"])
        return found


class Chrome:
    """The browser, until the end of the block."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="cg-chrome-")
        command = [find(), "--headless=new", "--no-sandbox", "--disable-gpu",
                   "--remote-debugging-port=0", f"--user-data-dir={self.folder}",
                   "--no-first-run", "--disable-background-networking", "--disable-extensions",
                   "--window-size=1280,720", "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        end = time.monotonic() + DEADLINE
        while len(self.address()) < 2:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the browser does not start")
            time.sleep(0.05)
        self.pages = []
        return self

    def address(self):
        """Port and path of the browser, which it writes when it is ready."""
        try:
            with open(os.path.join(self.folder, "DevToolsActivePort")) as lines:
                return lines.read().split("\n")
        except FileNotFoundError:
            return []

    def open(self, where):
        """A new tab with a file, or with an address."""
        port, path = self.address()[:2]
        control = Page(Socket("127.0.0.1", int(port), path), [])
        target = control.call("Target.createTarget", url="about:blank")["targetId"]
        control.socket.close()
        page = Page(Socket("127.0.0.1", int(port), f"/devtools/page/{target}"))
        page.size(1280, 720)
        self.pages.append(page)
        page.go(where if "://" in where else "file://" + os.path.abspath(where))
        return page

    def close_pages(self):
        for page in self.pages:
            page.call("Page.close")
            page.socket.close()
        self.pages = []

    def __exit__(self, *_):
        for page in self.pages:
            page.socket.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
