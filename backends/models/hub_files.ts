import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../../src/config.ts";
import type { ModelFile } from "../../src/embed/catalogue.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { hubFetch } from "./hub_fetch.ts";

/** What the hub says of a file before it is downloaded. */
export interface HubFile {
  readonly path: string;
  /** What was known of it before. */
  readonly known: ModelFile;
  /** The commit that the revision stands for. */
  readonly commit: string;
  readonly bytes: number;
  /** SHA-256 of a large file, git's SHA-1 of a small one. */
  readonly etag: string;
  /** Where its bytes are: often on another host. */
  readonly url: URL;
}

const ENDPOINT = "https://huggingface.co";
const MAX_REDIRECTS = 5;
/** Tries in a row that bring nothing. */
export const MAX_TRIES = 4;
/** Doubled with every try. */
const FIRST_WAIT_MS = 500;
/** A server that wants to be left alone for longer is not waited for. */
const MAX_WAIT_MS = 120_000;

/** Asks the hub for files. Its token goes to the hub's own host and to no other. */
export class HubFiles {
  readonly #endpoint: URL;
  readonly #token: string | null;
  readonly #repository: string;
  readonly #signal: AbortSignal | undefined;
  readonly #silenceMs: number;

  /** @param silenceMs A server that says nothing for so long is given up. */
  constructor(
    repository: string,
    environment: Environment,
    silenceMs: number,
    signal?: AbortSignal,
  ) {
    this.#endpoint = new URL(environment["HF_ENDPOINT"] || ENDPOINT);
    this.#token = environment["HF_TOKEN"] || null;
    this.#repository = repository;
    this.#silenceMs = silenceMs;
    this.#signal = signal;
  }

  /** What the hub says of a file; null for one that is optional and not there. */
  async describe(revision: string, known: ModelFile): Promise<HubFile | null> {
    const { path, optional = false } = known;
    const base = this.#endpoint.href.replace(/\/$/, "");
    let url = new URL(
      `${base}/${this.#repository}/resolve/${encodeURIComponent(revision)}/${path}`,
    );
    const said = new Headers();
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await this.#ask(url, "HEAD", {}, optional ? 404 : null);
      if (response.status === 404) return null;
      for (const [name, value] of response.headers) if (!said.has(name)) said.set(name, value);
      const location = response.headers.get("location");
      // A large file lies elsewhere; a repository that was renamed is still the hub's.
      const next = location === null ? url : new URL(location, url);
      const done = next === url || said.has("x-linked-etag") || next.origin !== url.origin;
      if (!done) {
        url = next;
        continue;
      }
      const etag = (said.get("x-linked-etag") ?? said.get("etag") ?? "")
        .replace(/^W\//, "").replaceAll('"', "");
      const bytes = Number(said.get("x-linked-size") ?? response.headers.get("content-length"));
      const commit = said.get("x-repo-commit") ?? "";
      if (!/^[\w-]{8,}$/.test(etag) || !/^\w+$/.test(commit) || !(bytes > 0)) {
        throw this.#failure(
          path,
          "the answer is not the hub's: a captive portal, or a proxy, may be in between",
        );
      }
      return { path, known, commit, bytes, etag, url: next };
    }
    throw this.#failure(path, "the hub redirects without end");
  }

  /** A file's bytes from `offset` on: status 206, or 200 where the server knows no ranges. */
  async open(
    { path, url, bytes }: HubFile,
    offset: number,
    signal: AbortSignal,
  ): Promise<Response> {
    const range: Record<string, string> = offset === 0 ? {} : { range: `bytes=${offset}-` };
    let from = url;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await this.#ask(from, "GET", range, null, signal);
      const location = response.headers.get("location");
      if (location !== null && response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        from = new URL(location, from);
        continue;
      }
      const length = Number(response.headers.get("content-length") ?? NaN);
      const wanted = response.status === 206 ? bytes - offset : bytes;
      if (Number.isNaN(length) ? isWebPage(response) : length !== wanted) {
        await response.body?.cancel();
        throw this.#failure(
          path,
          Number.isNaN(length)
            ? "the server sent a web page"
            : `the server sent something else (${length} bytes, wanted ${wanted})`,
        );
      }
      return response;
    }
    throw this.#failure(path, "the server redirects without end");
  }

  /** One request; waits and asks again where the server is busy or out of reach. */
  async #ask(
    url: URL,
    method: string,
    headers: Record<string, string>,
    allowed: number | null,
    signal: AbortSignal | undefined = this.#signal,
  ): Promise<Response> {
    const own = url.origin === this.#endpoint.origin && this.#token !== null;
    const request = {
      method,
      // fetch itself would send the token on to another host in some runtimes.
      redirect: "manual" as const,
      headers: {
        ...headers,
        "accept-encoding": "identity",
        "user-agent": "bicameral",
        ...(own && { authorization: `Bearer ${this.#token}` }),
      },
    };
    for (let tries = 1;; tries++) {
      signal?.throwIfAborted();
      let waitMs = FIRST_WAIT_MS * 2 ** (tries - 1);
      let why: string;
      try {
        const response = await this.#fetch(url, request, signal);
        if (response.status < 400 || response.status === allowed) return response;
        await response.body?.cancel();
        why = refusal(response.status);
        if (response.status !== 429 && response.status < 500) {
          throw this.#refused(url, response.status);
        }
        waitMs = retryAfterMs(response) ?? waitMs;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof BicameralError) throw error;
        why = `${url.host} can't be reached (${reasonOf(error)})`;
      }
      if (tries === MAX_TRIES || waitMs > MAX_WAIT_MS) throw this.#failure(url.pathname, why);
      await sleep(waitMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** Waits for the head of an answer, not for its body. */
  async #fetch(url: URL, request: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const silence = new AbortController();
    const silent = () => silence.abort(new Error(`no answer within ${this.#silenceMs / 1000} s`));
    const timer = setTimeout(silent, this.#silenceMs);
    const either = signal === undefined
      ? silence.signal
      : AbortSignal.any([silence.signal, signal]);
    try {
      return await hubFetch(url, { ...request, signal: either });
    } finally {
      clearTimeout(timer);
    }
  }

  #refused(url: URL, status: number): BicameralError {
    const page = new URL(this.#repository, this.#endpoint).href;
    const remedies: Readonly<Record<number, string>> = {
      401: `it is private, gated, or not there; set HF_TOKEN to a token that may read it (${page})`,
      403: `the token may not read it; ask for access at ${page}`,
      404: "there is no such repository, revision or file",
    };
    return this.#failure(url.pathname, remedies[status] ?? refusal(status));
  }

  #failure(path: string, why: string): BicameralError {
    return new BicameralError(
      "MODEL_NOT_AVAILABLE",
      `${path} of ${this.#repository} could not be downloaded from ${this.#endpoint.host}: ${why}.`,
    );
  }
}

function refusal(status: number): string {
  return status === 429
    ? "the server asks to be left alone for now (429)"
    : `the server answered ${status}`;
}

/** Seconds, or a date (RFC 9110 §10.2.3). */
function retryAfterMs(response: Response): number | null {
  const after = response.headers.get("retry-after");
  if (after === null) return null;
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function isWebPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") === true;
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return messageOf(cause ?? error);
}
