import { againstOf, type Figure, isMet, ratioOf, valueOf } from "./figure.ts";

/** A number with three digits that count: 0.0123, 1.23, 12.3, 1,234. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const size = Math.abs(value);
  const decimals = size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** A figure's row in words, the same for every kind of table. */
export interface Row {
  readonly part: string;
  readonly name: string;
  readonly figure: string;
  readonly ratio: string;
  readonly against: string;
  readonly aim: string;
  readonly verdict: string;
  readonly beside: string;
}

export const TITLES: Row = {
  part: "part",
  name: "what",
  figure: "figure",
  ratio: "ratio",
  against: "against",
  aim: "aim",
  verdict: "",
  beside: "beside",
};

export function toRow(figure: Figure): Row {
  const { part, name, unit, against, beside = {}, note } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  return {
    part,
    name,
    figure: withUnit(valueOf(figure), unit),
    ratio: ratio === null ? "" : digits(ratio),
    against: against === undefined
      ? ""
      : `${against.name} ${withUnit(againstOf(figure) ?? NaN, unit)}`,
    aim: aimOf(figure),
    verdict: met === null ? "" : met ? "ok" : "misses",
    beside: [
      ...Object.entries(beside).map(([name, value]) => `${name} ${digits(value)}`),
      ...(note === undefined ? [] : [note]),
    ].join(", "),
  };
}

/** `ratio ≥ 2.5`, `≤ 15 ms`; empty where there is no aim. */
export function aimOf({ aim, unit }: Figure): string {
  if (aim === undefined) return "";
  const sign = aim.is === "at least" ? "≥" : "≤";
  return aim.of === "ratio"
    ? `ratio ${sign} ${aim.bound}`
    : `${sign} ${aim.bound}${unit === "" ? "" : ` ${unit}`}`;
}

function withUnit(value: number, unit: Figure["unit"]): string {
  return unit === "" ? digits(value) : `${digits(value)} ${unit}`;
}
