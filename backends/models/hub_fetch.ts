import process from "node:process";

/**
 * `fetch`, through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name. Bun
 * and Deno do that by themselves; Node's own does not, and undici's is what it is made of.
 */
export async function hubFetch(url: URL, request: RequestInit): Promise<Response> {
  const node = process.versions["bun"] === undefined && process.versions["deno"] === undefined;
  const proxied = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]
    .some((name) => process.env[name]);
  if (!node || !proxied) return await fetch(url, request);
  const undici = await import("undici");
  const response = await undici.fetch(url, {
    ...request as import("undici").RequestInit,
    dispatcher: proxyOf(undici.EnvHttpProxyAgent),
  });
  return response as unknown as Response;
}

let proxy: import("undici").Dispatcher | undefined;

function proxyOf(
  EnvHttpProxyAgent: typeof import("undici").EnvHttpProxyAgent,
): import("undici").Dispatcher {
  if (proxy !== undefined) return proxy;
  // It warns on the console that undici may yet change it; which undici this is, is pinned.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return proxy = new EnvHttpProxyAgent();
  } finally {
    process.emitWarning = emitWarning;
  }
}
