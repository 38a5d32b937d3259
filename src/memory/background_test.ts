import { describe, expect, test } from "bun:test";
import { until } from "../../testing/test_store.ts";
import { Background, type Chore } from "./background.ts";

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe("Background", () => {
  test("Background never runs a chore beside itself, though chores wake it", async () => {
    let [running, most, runs] = [0, 0, 0];
    const chore: Chore = {
      async run() {
        most = Math.max(most, ++running);
        background.wake(0);
        await sleep(5);
        running--;
        return runs++ < 20 ? 0 : null;
      },
    };
    const background = new Background([chore, { run: () => Promise.resolve(0) }, chore]);
    background.wake(0);
    await until(() => Promise.resolve(runs > 20));
    await background.stop();
    expect({ running, most }).toEqual({ running: 0, most: 1 });
  });

  test("Background waits while a call runs, and goes on after it and after a failure", async () => {
    const ran: string[] = [];
    const background = new Background([
      { run: () => Promise.reject(new Error("no luck")) },
      { run: () => Promise.resolve(ran.push("second") < 3 ? 0 : null) },
    ]);
    await background.call(async () => {
      background.wake(0);
      await sleep(60);
      expect(ran).toEqual([]);
    });
    await until(() => Promise.resolve(ran.length === 3));
    await background.stop();
    background.wake(0);
    await sleep(40);
    expect(ran).toHaveLength(3);
  });
});
