import { findImports } from "../project/imports.ts";
import { mask } from "../project/mask.ts";

/** What a module declares and hands on, read from its `.d.ts` as tsc writes it. */
export interface Declarations {
  /** Statements by the name that they declare; a function has one for each overload. */
  readonly declared: ReadonlyMap<string, readonly string[]>;
  /** Exported and imported names that come from elsewhere or go by another name here. */
  readonly exported: ReadonlyMap<string, Origin>;
  readonly imported: ReadonlyMap<string, Origin>;
  /** Modules of which all is exported. */
  readonly stars: readonly string[];
}

/** Where a name comes from: another module, or this one (null). */
export interface Origin {
  readonly name: string;
  readonly specifier: string | null;
}

const BLOCK = /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|namespace|enum)\b/;
const DECLARATION =
  /^(export )?(?:declare )?(?:abstract )?(?:class|interface|namespace|enum|function|type|const|let|var) ([\w$]+)/;

/** Reads a declaration file. */
export function readDeclarations(source: string): Declarations {
  const declared = new Map<string, string[]>();
  const exported = new Map<string, Origin>();
  const imported = new Map<string, Origin>();
  const stars: string[] = [];
  for (const statement of splitStatements(source)) {
    const specifier = findImports(statement, mask(statement).code)[0]?.specifier ?? null;
    const declaration = DECLARATION.exec(statement);
    const list = /^(import|export) (?:type )?\{([^}]*)\}/.exec(statement);
    if (declaration !== null) {
      const name = declaration[2]!;
      declared.set(name, [...declared.get(name) ?? [], statement]);
      if (declaration[1] !== undefined) exported.set(name, { name, specifier: null });
    } else if (list !== null) {
      const names = list[1] === "import" ? imported : exported;
      for (const item of list[2]!.split(",").map((text) => text.trim()).filter(Boolean)) {
        const [name, alias = name] = item.replace(/^type /, "").split(" as ");
        names.set(alias!, { name: name!, specifier });
      }
    } else if (/^export \*/.test(statement) && specifier !== null) {
      const alias = /^export \* as ([\w$]+)/.exec(statement)?.[1];
      if (alias === undefined) stars.push(specifier);
      else exported.set(alias, { name: "*", specifier });
    }
  }
  return { declared, exported, imported, stars };
}

/** Statements of a file or of a body, without comments, each on one line. */
export function splitStatements(source: string): string[] {
  const { code, comments } = mask(source);
  const statements: string[] = [];
  let text = "";
  let depth = 0;
  function end(): void {
    const line = text.replace(/\s+/g, " ").replace(/;$/, "").trim();
    if (line !== "") statements.push(line);
    text = "";
  }
  for (let at = 0; at < source.length; at++) {
    text += comments[at]!.trim() === "" ? source[at] : " ";
    if ("({[".includes(code[at]!)) depth++;
    if (")}]".includes(code[at]!)) depth--;
    if (depth > 0) continue;
    if (code[at] === ";" || (code[at] === "}" && BLOCK.test(text.replace(/\s+/g, " ").trim()))) {
      end();
    }
  }
  end();
  return statements;
}
