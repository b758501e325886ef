"""What the tests of cgrecord expect: each expectation that does not hold is printed, and remembered."""
failed = 0
ATTEMPTS = 3  # of what is measured, which other work on the machine disturbs


def expect(what, condition):
    global failed
    if not condition:
        failed = 1
        print(f"FAILED: {what}")


def measure(part, *arguments):
    """Repeat a part that measures until all of its expectations hold at once: one that is wrong fails each time."""
    global failed
    before = failed
    for attempt in range(1, ATTEMPTS + 1):
        failed = 0
        part(*arguments)
        if not failed:
            break
        print(f"attempt {attempt} of {ATTEMPTS}")
    failed |= before
