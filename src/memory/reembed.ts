import type { MemoryRow } from "../spaces/memory_row.ts";
import { countBacklog, embedPage, nextPage, type RowKey } from "./backlog.ts";
import type { Engine } from "./engine.ts";
import type { ReembedProgress } from "./types.ts";

const PAGE = 128;

/**
 * Makes missing vectors in every space of the mode, page by page, each committed at
 * once: when it is cancelled or killed, the next call goes on from there.
 */
export async function reembed(
  engine: Engine,
  options: { signal?: AbortSignal; onProgress?: (progress: ReembedProgress) => void },
): Promise<ReembedProgress> {
  const progress = { done: 0, failed: 0, total: 0 };
  for (const live of engine.spaces.live) {
    progress.total += await countBacklog(engine, live, "outdated");
  }
  for (const live of engine.spaces.live) {
    let after: RowKey | null = null;
    for (;;) {
      options.signal?.throwIfAborted();
      const page: MemoryRow[] = await nextPage(engine, live, "outdated", after, PAGE);
      if (page.length === 0) break;
      const written = await embedPage(engine, live, page, options.signal);
      progress.done += written;
      progress.failed += page.length - written;
      options.onProgress?.({ ...progress });
      after = page.at(-1) ?? null;
    }
  }
  return progress;
}
