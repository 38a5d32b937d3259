import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Where the platform keeps a user's data of a program, and what can be made again. */
export interface UserDirectories {
  readonly dataDir: string;
  readonly cacheDir: string;
}

/**
 * By the platform's convention: XDG base directories on Linux, `~/Library` on
 * macOS, `%LOCALAPPDATA%` on Windows. A system without a home directory gets the
 * temporary one.
 */
export function userDirectories(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
): UserDirectories {
  const home = environment["HOME"] || environment["USERPROFILE"] || homeOfSystem();
  const inHome = (...parts: string[]) => join(home, ...parts);
  if (platform === "win32") {
    const local = environment["LOCALAPPDATA"] || inHome("AppData", "Local");
    return {
      dataDir: join(local, "bicameral", "Data"),
      cacheDir: join(local, "bicameral", "Cache"),
    };
  }
  if (platform === "darwin") {
    return {
      dataDir: inHome("Library", "Application Support", "bicameral"),
      cacheDir: inHome("Library", "Caches", "bicameral"),
    };
  }
  return {
    dataDir: join(environment["XDG_DATA_HOME"] || inHome(".local", "share"), "bicameral"),
    cacheDir: join(environment["XDG_CACHE_HOME"] || inHome(".cache"), "bicameral"),
  };
}

function homeOfSystem(): string {
  try {
    return homedir();
  } catch {
    return tmpdir();
  }
}
