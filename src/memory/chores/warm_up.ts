import type { Chore } from "../background.ts";
import type { Engine } from "../engine.ts";

/** Loads the model of new memories before somebody waits for it; a failure shows where it is needed. */
export class WarmUp implements Chore {
  readonly #engine: Engine;
  #done = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  run(): Promise<null> {
    // Not awaited: other chores, and the store's closing, need not wait for it.
    if (!this.#done) this.#engine.spaces.home.embedder.load().catch(() => {});
    this.#done = true;
    return Promise.resolve(null);
  }
}
