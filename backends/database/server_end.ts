/** What PGlite calls of its server; the names are those of the WASM module's exports. */
interface Server {
  _PostgresMainLoopOnce(): void;
  _PostgresMainLongJmp(): void;
  _PostgresSendReadyForQueryIfNecessary(): void;
  _pgl_pq_flush(): void;
  stackRestore(pointer: number): void;
}

/** Exit status by which an error of a statement leaves the server's main loop; it goes on after it. */
const STATEMENT_FAILED = 100;

/**
 * Notices when the server ends: by a PANIC (its log can't be written), an exit, a
 * stack that overflows, an error of the file system that it can't understand.
 *
 * PGlite 0.5.14 takes no notice of any of these: it calls the dead server again,
 * which spins for ever or returns nothing, and a COMMIT that returns nothing looks
 * like one that succeeded. From the end on every call of the server throws instead.
 *
 * @param explain Told once what ended it; makes the error that calls are answered with.
 */
export function noticeEnd(server: Server, explain: (reason: unknown) => Error): void {
  let end: Error | null = null;
  const guard = (name: Exclude<keyof Server, "stackRestore">): void => {
    const original = server[name];
    server[name] = () => {
      if (end !== null) throw end;
      try {
        original();
      } catch (error) {
        const { status } = error as { status?: number };
        if (name === "_PostgresMainLoopOnce" && status === STATEMENT_FAILED) throw error;
        throw end = explain(error);
      }
    };
  };
  guard("_PostgresMainLoopOnce");
  guard("_PostgresMainLongJmp");
  guard("_PostgresSendReadyForQueryIfNecessary");
  guard("_pgl_pq_flush");
  // PGlite swallows what its loop throws and calls this next: here is the way out.
  const restore = server.stackRestore;
  server.stackRestore = (pointer) => {
    if (end !== null) throw end;
    restore(pointer);
  };
}
