import { BicameralError } from "../errors.ts";
import { isUuid } from "./uuid.ts";

/**
 * What callers hand in, value by value. Every refusal is `INVALID_INPUT`, says which
 * argument it is and what was wanted, and never repeats the text of a memory.
 */

/** UTF-8; the largest that fits an index of the database beside a namespace. */
const MAX_NAME_BYTES = 1024;

/** Refuses with `INVALID_INPUT`. */
export function invalid(message: string): never {
  throw new BicameralError("INVALID_INPUT", message);
}

/** A text that can be stored and found again. */
export function checkText(text: unknown, maxBytes: number): string {
  if (typeof text !== "string") invalid(`text must be a string, not ${kindOf(text)}.`);
  if (text.trim() === "") invalid("text must hold more than white space.");
  checkCharacters("text", text);
  // A UTF-16 unit takes at most 3 bytes: most texts need no encoding to be sure.
  if (text.length * 3 > maxBytes) {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > maxBytes) {
      invalid(`text has ${bytes} bytes; at most ${maxBytes} are taken (maxTextBytes).`);
    }
  }
  return text;
}

/** 1 to 128 printable characters. */
export function checkNamespace(namespace: unknown): string {
  if (typeof namespace !== "string" || !/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u.test(namespace)) {
    invalid("namespace must be 1 to 128 printable characters.");
  }
  return namespace;
}

/** A UUID, in lower case. */
export function checkId(id: unknown): string {
  if (typeof id !== "string" || !isUuid(id)) invalid(`An id must be a UUID, not ${kindOf(id)}.`);
  return id.toLowerCase();
}

/** An integer within bounds. */
export function checkCount(name: string, value: unknown, min: number, max: number): number {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    invalid(`${name} must be a whole number from ${min} to ${max}, not ${shown(value)}.`);
  }
  return value as number;
}

/** A trust or a least trust, to four decimals. */
export function checkTrust(name: string, value: unknown): number {
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    invalid(`${name} must be a number from 0 to 1, not ${shown(value)}.`);
  }
  return roundTrust(value);
}

/** Trust is kept to four decimals, so that 0.5 less ten times 0.02 is 0.3. */
export function roundTrust(trust: number): number {
  return Math.round(Math.min(1, Math.max(0, trust)) * 10_000) / 10_000;
}

/** A short text that names something. */
export function checkName(
  name: string,
  value: unknown,
  maxLength: number = MAX_NAME_BYTES,
): string {
  if (typeof value !== "string" || value === "" || value.length > maxLength) {
    invalid(`${name} must be a string of 1 to ${maxLength} characters, not ${kindOf(value)}.`);
  }
  const bytes = new TextEncoder().encode(value).length;
  if (bytes > MAX_NAME_BYTES) {
    invalid(`${name} has ${bytes} bytes; at most ${MAX_NAME_BYTES} are taken.`);
  }
  checkCharacters(name, value);
  return value;
}

/** A point in time: a Date, or ISO 8601; without a zone it is UTC, on every machine. */
export function checkTime(name: string, value: unknown): Date {
  const time = value instanceof Date ? value : parseTime(typeof value === "string" ? value : "");
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) {
    invalid(
      `${name} must be a Date or a time in ISO 8601, such as 2025-09-03T18:04:00Z, in the years` +
        ` 1 to 9999; found ${kindOf(value)}.`,
    );
  }
  return time;
}

const ISO_TIME =
  /^(\d{4}(?:-\d\d){0,2})(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** `Date` alone would take other forms too, and a time without a zone as that of the machine. */
function parseTime(text: string): Date {
  const [, day, clock, zone = "Z"] = ISO_TIME.exec(text) ?? [];
  if (day === undefined) return new Date(NaN);
  // 30 February is read as 2 March by some engines.
  const midnight = new Date(day);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) {
    return new Date(NaN);
  }
  return new Date(clock === undefined ? day : `${day}T${clock}${zone}`);
}

/** PostgreSQL's text takes neither NUL nor half of a surrogate pair. */
export function checkCharacters(name: string, text: string): void {
  if (text.includes("\0")) invalid(`${name} holds a NUL character.`);
  if (!text.isWellFormed()) {
    invalid(`${name} holds half of a surrogate pair, which is no character.`);
  }
}

/** Null where nothing was given, else what was checked. */
export function optional<T, R>(value: T | undefined | null, check: (value: T) => R): R | null {
  return value === undefined || value === null ? null : check(value);
}

/** Made by `{}` or JSON, of no class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(value) : kindOf(value);
}

/** What a value is, for a message: never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return `an instance of ${value.constructor?.name ?? "Object"}`;
  if (typeof value === "string") return `a string of ${value.length} characters`;
  return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
}
