import { BicameralError } from "../errors.ts";

/** What of a memory is written into the text that is embedded. */
export interface Turn {
  readonly text: string;
  readonly speaker: string | null;
  readonly occurredAt: Date | null;
}

/**
 * How a turn's speaker and date are written into what is embedded. A phrase in
 * square brackets falls away when the memory lacks what it names; `{date}` is the
 * day in words (8 May 2023), in UTC.
 */
export const DEFAULT_TEXT_TEMPLATE = "[On {date}, ][{speaker} said: ]{text}";

const MONTHS =
  "January February March April May June July August September October November December"
    .split(" ");

/**
 * The text that is embedded.
 *
 * @example
 * ```ts
 * import { turnText, DEFAULT_TEXT_TEMPLATE } from "./turn_text.ts";
 *
 * const turn = { text: "I moved.", speaker: "Mira", occurredAt: new Date("2024-03-09T10:00:00Z") };
 * turnText(DEFAULT_TEXT_TEMPLATE, turn); // "On 9 March 2024, Mira said: I moved."
 * turnText(DEFAULT_TEXT_TEMPLATE, { ...turn, occurredAt: null }); // "Mira said: I moved."
 * turnText(DEFAULT_TEXT_TEMPLATE, { ...turn, speaker: null }); // "On 9 March 2024, I moved."
 * ```
 */
export function turnText(template: string, turn: Turn): string {
  const prefix = template.slice(0, -TEXT.length).replace(/\[([^\]]*)\]/g, (_, phrase: string) => {
    const date = turn.occurredAt === null ? null : dayInWords(turn.occurredAt);
    const speaker = [...turn.speaker ?? ""].slice(0, MAX_SPEAKER_LENGTH).join("");
    if (phrase.includes("{date}") && date === null) return "";
    if (phrase.includes("{speaker}") && turn.speaker === null) return "";
    return phrase.replaceAll("{date}", () => date ?? "").replaceAll(
      "{speaker}",
      () => speaker,
    );
  });
  return prefix + turn.text;
}

const TEXT = "{text}";

/** Characters of a speaker's name that are embedded: it must leave room for what was said. */
const MAX_SPEAKER_LENGTH = 64;

/** Throws `INVALID_CONFIG` unless the template ends with `{text}` and brackets what may be missing. */
export function checkTextTemplate(template: string): void {
  const outside = template.replace(/\[[^\]]*\]/g, "");
  const phrases = template.slice(0, -TEXT.length).replace(/\{(?:date|speaker)\}/g, "");
  const known = !/[{}]/.test(phrases);
  if (known && template.endsWith(TEXT) && /^[^{}[\]]*\{text\}$/.test(outside)) return;
  throw new BicameralError(
    "INVALID_CONFIG",
    `textTemplate ${JSON.stringify(template)} must end with {text}, and hold {date} and {speaker}` +
      ` only within square brackets, as in ${JSON.stringify(DEFAULT_TEXT_TEMPLATE)}.`,
  );
}

function dayInWords(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
