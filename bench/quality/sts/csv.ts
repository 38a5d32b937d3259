/** A field, quoted or not, with what ends it. Quotes in a quoted field are doubled. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

/** Reads comma-separated values (RFC 4180) into rows of fields; empty lines are no rows. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let read = 0;
  for (const [field, quoted, plain, end] of text.matchAll(FIELD)) {
    read += field.length;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (end === "") break;
  }
  if (read < text.length) {
    throw new SyntaxError(`Row ${rows.length + 1} is not CSV: a quote stands where none may`);
  }
  return rows;
}
