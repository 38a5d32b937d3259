import type { SearchHit, SearchResult } from "../../../mod.ts";
import type { Command } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { FILTER_OPTIONS, readFilter } from "../filter_options.ts";
import { given } from "../given.ts";
import { hitJson, retrieversJson } from "../json.ts";
import { oneLine, printable } from "../printable.ts";
import { readSearchOptions, SEARCH_OPTIONS } from "../search_options.ts";
import { type Style, styleOf } from "../style.ts";
import { counted, minute } from "../words.ts";

/** `bicameral search` */
export const search: Command = {
  name: "search",
  summary: "finds the memories nearest to a query",
  usage: "QUERY...",
  options: {
    k: { value: "NUMBER", about: "hits wanted, 1 to 100 (default: 10)" },
    "min-trust": { value: "NUMBER", about: "leave out memories with less trust (default: 0.3)" },
    "trust-weight": { value: "NUMBER", about: "exponent of trust in the score (default: 0.2)" },
    ...SEARCH_OPTIONS,
    ...FILTER_OPTIONS,
    explain: { about: "say how each score came about" },
  },
  async run({ args, io, open, reply }) {
    const query = args.words.join(" ");
    if (query === "") throw new UsageError("Wanted a query, found nothing.");
    const options = {
      ...readSearchOptions(args),
      ...given({
        k: args.number("k"),
        minTrust: args.number("min-trust"),
        trustWeight: args.number("trust-weight"),
      }),
    };
    const filter = readFilter(args);
    const store = await open();
    const explain = args.flag("explain");
    const result = await store.search(query, {
      ...options,
      filter,
      explain,
      signal: io.signal,
    });
    const { hits, tookMs, coverage } = result;
    const style = styleOf(io.stdout);
    await reply(
      {
        hits: hits.map(hitJson),
        took_ms: tookMs,
        retrievers: retrieversJson(result),
        coverage,
      },
      [
        ...hits.map((hit, i) => describe(hit, i + 1, style)),
        `${counted(hits.length, "hit")} in ${Math.round(tookMs)} ms`,
        ...leftOut(result),
        ...(explain && coverage !== null
          ? [`${Math.round(coverage * 100)}% of these memories are in the large space`]
          : []),
      ].join("\n"),
    );
    return EXIT.ok;
  },
};

/** A line of facts, and under it the text. */
function describe(hit: SearchHit, rank: number, style: Style): string {
  const who = [oneLine(hit.speaker ?? ""), minute(hit.occurredAt)].filter((text) => text !== "");
  const facts = [
    style.bold(`${rank}.`.padEnd(INDENT.length - 1) + ` ${hit.score.toFixed(3)}`),
    ...who,
    style.dim(`trust ${hit.trust}`),
    style.dim(hit.id),
  ];
  return [
    facts.join("  "),
    ...printable(hit.text).split("\n").map((line) => (INDENT + line).trimEnd()),
    ...explained(hit).map((line) => style.dim(INDENT + line)),
    "",
  ].join("\n");
}

const INDENT = "    ";

function leftOut({ retrievers }: SearchResult): string[] {
  return Object.entries(retrievers).flatMap(([name, { leftOut }]) =>
    leftOut === null ? [] : [`${name} was left out: ${leftOut}`]
  );
}

function explained({ explanation, retrievers, trust }: SearchHit): string[] {
  if (explanation === undefined) return [];
  const { fused, trustFactor, shares, context } = explanation;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const names = [...new Set([...Object.keys(retrievers), ...Object.keys(shares)])];
  const votes = names.map((name) => {
    const vote = retrievers[name];
    const said = vote === undefined
      ? "by the turns around it"
      : `rank ${vote.rank ?? "beyond"}, score ${vote.score.toFixed(4)}`;
    return `${name}: ${said}, ${percent(shares[name] ?? 0)} of the whole`;
  });
  return [
    ...votes,
    ...(context === null ? [] : [
      `in context: ${percent(context.lent)} of its words' score lent by turns around it, ` +
      `× ${context.question.toFixed(2)} for questions, ` +
      `+ ${context.session.toFixed(4)} of its session's best`,
    ]),
    `fused ${fused.toFixed(4)} × ${trustFactor.toFixed(4)} for a trust of ${trust}`,
  ];
}
