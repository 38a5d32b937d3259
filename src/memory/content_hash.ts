/** What makes two memories the same one. */
export interface Content {
  readonly text: string;
  readonly sourceType: string;
  readonly sessionId: string | null;
  readonly speaker: string | null;
  readonly occurredAt: Date | null;
  readonly documentId: string | null;
  readonly part: number | null;
}

/**
 * SHA-256, in hex, of NFC text, source type, session, speaker, time, and of
 * document and part where there are parts. "Yes." said by two people, or twice,
 * is two memories; the same fact noted twice is one.
 */
export async function contentHash(content: Content): Promise<string> {
  const canonical = JSON.stringify([
    content.text.normalize("NFC"),
    content.sourceType,
    content.sessionId,
    content.speaker,
    content.occurredAt?.toISOString() ?? null,
    ...(content.part === null ? [] : [content.documentId, content.part]),
  ]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The id of a document that is kept in parts, made of its hash, so that the same
 * document added again is the same one (a UUID of version 8, RFC 9562 §5.8).
 */
export function documentIdOf(hash: string): string {
  const variant = (Number.parseInt(hash[16] as string, 16) & 0x3) | 0x8;
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-` +
    `${variant.toString(16)}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
