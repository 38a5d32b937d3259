import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** How a file is given out for once; each request of that kind takes the next one. */
export type Misdeed =
  | { readonly status: number; readonly headers?: Record<string, string> }
  /** So many bytes of the body, then the connection is cut. */
  | { readonly cutAfter: number }
  /** A head that promises bytes, and none of them. */
  | { readonly silent: true }
  /** Other bytes with the right headers. */
  | { readonly body: string | Uint8Array; readonly type?: string };

/** A server that behaves like the Hugging Face hub: pages on one origin, large files on another. */
export interface HubServer {
  readonly endpoint: string;
  /** Files of the one repository, by path; those over 1,000 bytes are "large". */
  readonly files: Map<string, Uint8Array>;
  /** What goes wrong with the next requests for bytes, in order; null for nothing. */
  readonly misdeeds: (Misdeed | null)[];
  /** The same for questions (HEAD). */
  readonly headMisdeeds: (Misdeed | null)[];
  /** `METHOD host-kind path range token`, of every request. */
  readonly requests: string[];
  /** Answers a range with the whole. */
  ignoresRanges: boolean;
  /** Wanted of whoever asks, where set. */
  token: string | null;
  /** Milliseconds between pieces of a large file's body. */
  paceMs: number;
  close(): Promise<void>;
}

export const REPOSITORY = "someone/sentences";
export const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const LARGE_BYTES = 1_000;
const PIECE_BYTES = 50_000;

export async function startHub(): Promise<HubServer> {
  const files = new Map<string, Uint8Array>();
  const requests: string[] = [];
  const misdeeds: (Misdeed | null)[] = [];
  const headMisdeeds: (Misdeed | null)[] = [];
  const note = (kind: string, { method, url, headers }: IncomingMessage) => {
    const token = headers.authorization ?? "no-token";
    requests.push(`${method} ${kind} ${url} ${headers.range ?? "whole"} ${token}`);
  };
  const giveOut = (request: IncomingMessage, response: ServerResponse) => {
    note("store", request);
    const bytes = files.get(decodeURIComponent(request.url!.replace(/^.*\//, "")));
    if (bytes === undefined) return void response.writeHead(404).end();
    void send(request, response, bytes);
  };
  const store = createServer(giveOut);
  const pages = createServer((request, response) => {
    // As a proxy it is asked for whole URLs.
    if (request.url!.startsWith(urlOf(store))) return void giveOut(request, response);
    note("hub", request);
    const asked = request.url!.replace("http://hub.example", "");
    const [, path] = /^\/someone\/sentences\/resolve\/[^/]+\/(.+)$/.exec(asked) ?? [];
    const bytes = path === undefined ? undefined : files.get(path);
    if (hub.token !== null && request.headers.authorization !== `Bearer ${hub.token}`) {
      return void response.writeHead(401).end();
    }
    const head = request.method === "HEAD" ? headMisdeeds.shift() ?? null : null;
    if (head !== null && "status" in head) {
      return void response.writeHead(head.status, head.headers).end();
    }
    if (head !== null && "body" in head) {
      return void response.writeHead(200, { "content-type": head.type ?? "text/html" }).end(
        head.body,
      );
    }
    if (bytes === undefined) return void response.writeHead(404).end();
    response.setHeader("x-repo-commit", COMMIT);
    if (bytes.length > LARGE_BYTES) {
      response.setHeader("x-linked-size", bytes.length);
      response.setHeader("x-linked-etag", `"${createHash("sha256").update(bytes).digest("hex")}"`);
      return void response.writeHead(302, {
        location: `${urlOf(store)}/${encodeURIComponent(path!)}`,
      })
        .end();
    }
    const sha1 = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    response.setHeader("etag", `"${sha1}"`);
    if (request.method === "HEAD") {
      return void response.writeHead(200, { "content-length": bytes.length }).end();
    }
    void send(request, response, bytes);
  });

  async function send(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array) {
    const misdeed = misdeeds.shift() ?? null;
    if (misdeed !== null && "status" in misdeed) {
      return void response.writeHead(misdeed.status, misdeed.headers).end();
    }
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
    const offset = from === undefined || hub.ignoresRanges ? 0 : Number(from);
    let body = bytes.subarray(offset);
    if (misdeed !== null && "body" in misdeed) {
      body = typeof misdeed.body === "string"
        ? new TextEncoder().encode(misdeed.body)
        : misdeed.body;
    }
    response.writeHead(offset > 0 ? 206 : 200, {
      "content-length": body.length,
      "content-type": (misdeed as { type?: string } | null)?.type ?? "application/octet-stream",
      ...(offset > 0 && { "content-range": `bytes ${offset}-${bytes.length - 1}/${bytes.length}` }),
    });
    if (misdeed !== null && "silent" in misdeed) return response.flushHeaders();
    if (misdeed !== null && "cutAfter" in misdeed) {
      response.write(body.subarray(0, misdeed.cutAfter));
      // What was written is on its way before the end is.
      return void setTimeout(() => response.destroy(), 50);
    }
    for (let at = 0; hub.paceMs > 0 && at < body.length && !response.destroyed; at += PIECE_BYTES) {
      response.write(body.subarray(at, at + PIECE_BYTES));
      await new Promise((resolve) => setTimeout(resolve, hub.paceMs));
    }
    response.end(hub.paceMs > 0 ? undefined : body);
  }

  // As a proxy it is also asked for connections: those of undici.
  pages.on("connect", ({ url = "" }, socket: Socket) => {
    requests.push(`CONNECT ${url}`);
    const { port } = url.startsWith("hub.example")
      ? new URL(urlOf(pages))
      : new URL(`http://${url}`);
    const target = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) {
      end.on("error", () => {
        target.destroy();
        socket.destroy();
      });
    }
  });
  for (const server of [store, pages]) await once(server.listen(0, "127.0.0.1"), "listening");
  const hub: HubServer = {
    endpoint: urlOf(pages),
    files,
    misdeeds,
    headMisdeeds,
    requests,
    ignoresRanges: false,
    token: null,
    paceMs: 0,
    async close() {
      for (const server of [store, pages]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return hub;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
