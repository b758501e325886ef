"""What the tests of cgrecord expect: each expectation that does not hold is printed, and remembered."""
failed = 0
ATTEMPTS = 3  # of what is measured, which other work on the machine disturbs
disturbed = False


def expect(what, condition):
    global failed
    if not condition:
        failed = 1
        print(f"FAILED: {what}")


def expect_measured(what, condition):
    """Of a part that measure() runs: other work on the machine may be why it does not hold."""
    global disturbed
    if not condition:
        disturbed = True
        print(f"FAILED: {what}")


def measure(part, *arguments):
    """Repeat a part that measures until what it measured holds at once: what is wrong fails each time."""
    global disturbed
    for attempt in range(1, ATTEMPTS + 1):
        disturbed = False
        part(*arguments)
        if not disturbed:
            return
        print(f"attempt {attempt} of {ATTEMPTS}")
    expect(f"{part.__name__}: measured {ATTEMPTS} times", False)
