import fs from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** As much of Emscripten's file system as is used here. */
interface EmscriptenModule {
  FS: {
    filesystems: {
      NODEFS: {
        stream_ops: Record<string, unknown>;
        /** Turns what Node throws into an errno that the server understands. */
        tryFSOperation<T>(operation: () => T): T;
      };
    };
  };
}
type InitOptions = Parameters<NodeFS["init"]>[1];

/**
 * PGlite's directory on disk with a working fsync: Emscripten's node file system
 * has none, so that PostgreSQL believes its log to be on the disk when it is not.
 */
export class DurableNodeFS extends NodeFS {
  override async init(
    pg: PGlite,
    options: InitOptions,
  ): Promise<{ emscriptenOpts: InitOptions }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: EmscriptenModule) => {
      const nodefs = module.FS.filesystems.NODEFS;
      nodefs.stream_ops["fsync"] = ({ nfd }: { nfd: number }) => {
        nodefs.tryFSOperation(() => fs.fsyncSync(nfd));
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [addFsync as never, ...(emscriptenOpts.preRun ?? [])],
      },
    };
  }
}
