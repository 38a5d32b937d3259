import { describe, expect, test } from "bun:test";
import { lineAt, mask } from "./mask.ts";

function code(source: string): string {
  return mask(source).code.replace(/ +/g, " ").trim();
}

describe("mask", () => {
  test("mask() keeps every offset", () => {
    const source = "a; // b\n/* c\n d */ 'e' + `f${g}h`; /i/.test(j); 'é𠮷'";
    const { code, comments } = mask(source);
    expect(code.length).toBe(source.length);
    expect(comments.length).toBe(source.length);
    expect(code.indexOf("test")).toBe(source.indexOf("test"));
    expect(comments.indexOf("d */")).toBe(source.indexOf("d */"));
  });

  test("mask() blanks comments and what is inside literals", () => {
    expect(code(`a("x // y", 'it\\'s') /* b */ // c`)).toBe(`a(" ", ' ')`);
    expect(mask("a // b\n'// c'").comments.trim()).toBe("// b");
  });

  test("mask() goes into the substitutions of templates, however deep", () => {
    expect(code("`a ${b({ c: `d ${e} f` })} g` + h")).toBe("` ${b({ c: ` ${e} ` })} ` + h");
  });

  test("mask() tells a regular expression from a division", () => {
    expect(code("a = b / c / d; e")).toBe("a = b / c / d; e");
    expect(code("a = /b['/]c/.test(d); e")).toBe("a = / /.test(d); e");
    expect(code("return /'/.test(f(x) / 2)")).toBe("return / /.test(f(x) / 2)");
    expect(code("[/\"/, /'/]; g")).toBe("[/ /, / /]; g");
  });

  test("mask() ends with an unfinished literal's line", () => {
    expect(code("a = 'b\nc")).toBe("a = ' \nc");
    expect(code("a = `b")).toBe("a = `");
  });

  test("lineAt() counts from 1", () => {
    expect([0, 1, 2, 3, 4].map((offset) => lineAt("a\nb\n\n", offset))).toEqual([1, 1, 2, 2, 3]);
  });
});
