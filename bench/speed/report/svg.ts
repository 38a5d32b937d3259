/** Where a drawing goes. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Writes an element of SVG: attributes first, then what is in it. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    ` ${key}="${typeof value === "number" ? round(value) : escape(value)}"`
  ).join("");
  return content.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${content.join("")}</${name}>`;
}

/** A text at a place. */
export function label(
  x: number,
  y: number,
  text: string,
  attributes: Readonly<Record<string, string | number>> = {},
): string {
  return element("text", { x, y, ...attributes }, escape(text));
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  attributes: Readonly<Record<string, string | number>>,
): string {
  return element("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...attributes });
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escape(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };
  return text.replace(/[&<>"]/g, (character) => `&${names[character]};`);
}
