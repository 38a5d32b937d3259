import { BicameralError, type ErrorCode } from "../../src/errors.ts";

/** What crosses a thread's boundary, towards the thread. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly payload: unknown;
}

/** What crosses back: the value of a call, or why it failed. */
export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: WireError };

/** An error as structured data: error classes do not survive the boundary. */
export interface WireError {
  readonly message: string;
  readonly name: string;
  readonly code: string | null;
  readonly bicameral: boolean;
}

/** Writes an error for the other side. */
export function toWire(error: unknown): WireError {
  const from = error instanceof Error ? error : new Error(String(error));
  const code = (from as { code?: unknown }).code;
  return {
    message: from.message,
    name: from.name,
    code: typeof code === "string" ? code : null,
    bicameral: from instanceof BicameralError,
  };
}

/** Reads an error from the other side; `code` survives (SQLSTATE, errno, or ours). */
export function fromWire(wire: WireError): Error {
  if (wire.bicameral) return new BicameralError(wire.code as ErrorCode, wire.message);
  const error = new Error(wire.message);
  error.name = wire.name;
  if (wire.code !== null) Object.assign(error, { code: wire.code });
  return error;
}
