"""What the tests of cgrecord expect: each expectation that does not hold is printed, and remembered."""
failed = 0


def expect(what, condition):
    global failed
    if not condition:
        failed = 1
        print(f"FAILED: {what}")
