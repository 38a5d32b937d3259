import { describe, expect, test } from "bun:test";
import process from "node:process";
import { currentProcess, lifeOf } from "./process_identity.ts";

const self = currentProcess();
const onLinux = process.platform === "linux";

describe("currentProcess()", () => {
  test("currentProcess() is the same each time", () => {
    expect(currentProcess()).toEqual(self);
    expect(self.pid).toBe(process.pid);
  });

  test.skipIf(!onLinux)("currentProcess() names boot, pid namespace and start (Linux)", () => {
    expect(self.boot).toMatch(/^[0-9a-f-]{36}$/);
    expect(self.pidNamespace).toMatch(/^pid:\[\d+\]$/);
    expect(self.startedAt).toMatch(/^\d+$/);
  });
});

describe("lifeOf()", () => {
  test("lifeOf() tells processes of this machine", () => {
    expect(lifeOf(self, self)).toBe("alive");
    expect(lifeOf({ ...self, pid: 2 ** 22 + 1 }, self)).toBe("dead");
    expect(lifeOf({ ...self, startedAt: "another time" }, self)).toBe("dead");
    expect(lifeOf({ ...self, startedAt: null }, self)).toBe("unknown");
  });

  test("lifeOf() tells nothing of processes elsewhere", () => {
    for (const pid of [self.pid, 2 ** 22 + 1]) {
      expect(lifeOf({ ...self, pid, host: "elsewhere" }, self)).toBe("unknown");
      expect(lifeOf({ ...self, pid, pidNamespace: "pid:[1]" }, self)).toBe("unknown");
      expect(lifeOf({ ...self, pid, host: "elsewhere", boot: "b" }, self)).toBe("unknown");
    }
  });

  test("lifeOf() knows that nobody outlives the system's start, where the machine is known", () => {
    const before = { ...self, host: "name/0123456789ab", boot: "before" };
    const now = { ...before, boot: "now" };
    expect(lifeOf(before, now)).toBe("dead");
    expect(lifeOf({ ...before, host: "name" }, { ...now, host: "name" })).toBe("unknown");
    expect(lifeOf({ ...before, boot: null }, now)).toBe("unknown");
  });
});
