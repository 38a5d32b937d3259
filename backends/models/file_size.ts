/** Bytes in words: `23 MB`, `1.3 GB`. */
export function fileSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
