import { describe, expect, test } from "bun:test";
import { userDirectories } from "./paths.ts";

describe("userDirectories()", () => {
  test("userDirectories() follows the platform's convention", () => {
    const slashes = (value: object) => JSON.parse(JSON.stringify(value).replaceAll("\\\\", "/"));
    const home = { HOME: "/h" };
    expect(slashes(userDirectories(home, "linux")))
      .toEqual({ dataDir: "/h/.local/share/bicameral", cacheDir: "/h/.cache/bicameral" });
    const xdg = { ...home, XDG_DATA_HOME: "/x", XDG_CACHE_HOME: "/c" };
    expect(slashes(userDirectories(xdg, "linux")))
      .toEqual({ dataDir: "/x/bicameral", cacheDir: "/c/bicameral" });
    expect(slashes(userDirectories(home, "darwin"))).toEqual({
      dataDir: "/h/Library/Application Support/bicameral",
      cacheDir: "/h/Library/Caches/bicameral",
    });
    expect(slashes(userDirectories({ LOCALAPPDATA: "/l" }, "win32")))
      .toEqual({ dataDir: "/l/bicameral/Data", cacheDir: "/l/bicameral/Cache" });
  });
});
