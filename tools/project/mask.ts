/** A source with all but one of its parts blanked; offsets and lines stay as they were. */
export interface Masked {
  /** Without comments and without what is inside strings, templates and regular expressions. */
  readonly code: string;
  /** The comments alone. */
  readonly comments: string;
}

/** Words after which a slash begins a regular expression. */
const beforeOperand = new Set(
  "await case delete do else in instanceof new of return throw typeof void yield".split(" "),
);

/**
 * Tells the code of a TypeScript source from its comments and literals, so that
 * a rule can look for words without being fooled by either.
 */
export function mask(source: string): Masked {
  const code = source.replace(/[^\n]/g, " ").split("");
  const comments = [...code];
  /** Depth of braces, one entry for each template substitution that we are in. */
  const substitutions: number[] = [];
  let at = 0;

  function keep(target: string[], end: number): void {
    for (; at < end; at++) target[at] = source.charAt(at);
  }

  /** From behind the opening backtick or a substitution's closing brace. */
  function template(): void {
    while (at < source.length) {
      if (source[at] === "`") return keep(code, at + 1);
      if (source.startsWith("${", at)) {
        substitutions.push(0);
        return keep(code, at + 2);
      }
      at += source[at] === "\\" ? 2 : 1;
    }
  }

  while (at < source.length) {
    const char = source.charAt(at);
    if (source.startsWith("//", at)) {
      const end = source.indexOf("\n", at);
      keep(comments, end < 0 ? source.length : end);
    } else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2);
      keep(comments, end < 0 ? source.length : end + 2);
    } else if (char === '"' || char === "'") {
      const end = endOfLiteral(source, at, char);
      keep(code, at + 1);
      at = end;
      keep(code, end + 1);
    } else if (char === "/" && startsOperand(code, at)) {
      const end = endOfLiteral(source, at, "/");
      keep(code, at + 1);
      at = end;
      keep(code, end + 1);
    } else if (char === "`") {
      keep(code, at + 1);
      template();
    } else if (char === "}" && substitutions.at(-1) === 0) {
      substitutions.pop();
      keep(code, at + 1);
      template();
    } else {
      const last = substitutions.length - 1;
      if (last >= 0 && char === "{") substitutions[last]! += 1;
      if (last >= 0 && char === "}") substitutions[last]! -= 1;
      keep(code, at + 1);
    }
  }
  return { code: code.slice(0, source.length).join(""), comments: comments.join("") };
}

/** Offset of the closing `quote` of the literal that starts at `start`, or of its line's end. */
function endOfLiteral(source: string, start: number, quote: string): number {
  let inClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const char = source[at];
    if (char === "\\") at++;
    else if (char === "\n") return at;
    else if (quote === "/" && char === "[") inClass = true;
    else if (quote === "/" && char === "]") inClass = false;
    else if (char === quote && !inClass) return at;
  }
  return source.length;
}

/** Whether an operand, not an operator, is expected at `at`, by what was kept before it. */
function startsOperand(code: readonly string[], at: number): boolean {
  let end = at;
  while (end > 0 && /\s/.test(code[end - 1]!)) end--;
  if (end === 0) return true;
  let start = end;
  while (start > 0 && /[\w$]/.test(code[start - 1]!)) start--;
  if (start < end) return beforeOperand.has(code.slice(start, end).join(""));
  return !/[)\]"'`/]/.test(code[end - 1]!);
}

/** The line, from 1, of an offset. */
export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) {
    line++;
  }
  return line;
}
