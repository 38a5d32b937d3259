import type { MemoryStore, NewMemory } from "../../mod.ts";
import { messageOf } from "../../src/errors.ts";
import { readJsonLines } from "./jsonl.ts";
import { toNewMemory } from "./memory_lines.ts";

/** A line that was left out. */
export interface Reject {
  readonly line: number;
  readonly error: string;
}

/** What became of the lines so far. */
export interface ImportCounts {
  readonly added: number;
  /** Were there before. */
  readonly existing: number;
  /** Kept without a vector yet. */
  readonly pending: number;
}

/** Imports JSON lines; what it knows of them holds at any time, also after it failed. */
export class Importer {
  readonly rejects: Reject[] = [];
  counts: ImportCounts = { added: 0, existing: 0, pending: 0 };
  readonly #store: MemoryStore;
  /** Of the memories that were handed to the store, in order. */
  readonly #lineNumbers: number[] = [];

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  /** Lines that are dealt with. */
  get done(): number {
    return this.counts.added + this.counts.existing + this.rejects.length;
  }

  async run(
    lines: AsyncIterable<Uint8Array>,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
  ): Promise<void> {
    await this.#store.addMany(this.#memories(lines), {
      signal,
      onReject: (index, error) => this.#reject(this.#lineNumbers[index]!, error),
      onProgress: ({ added, existing, pending }) => {
        this.counts = { added, existing, pending };
        onProgress(this.done);
      },
    });
  }

  async *#memories(lines: AsyncIterable<Uint8Array>): AsyncGenerator<NewMemory> {
    for await (const line of readJsonLines(lines)) {
      if ("error" in line) {
        this.rejects.push({ line: line.number, error: line.error });
        continue;
      }
      let memory: NewMemory;
      try {
        memory = toNewMemory(line.value);
      } catch (error) {
        this.#reject(line.number, error);
        continue;
      }
      this.#lineNumbers.push(line.number);
      yield memory;
    }
  }

  #reject(line: number, error: unknown): void {
    this.rejects.push({ line, error: messageOf(error) });
  }
}
