import type { Finding, Rule } from "../rules.ts";

const LOOK_TWICE_LINES = 250;
const SPLIT_LINES = 400;

/** One idea a file. A file that is data says so at its very start: `// Data: ...`. */
export const fileSizes: Rule = {
  name: "file-sizes",
  check: (files) =>
    files.filter(({ path, text }) => /\.m?[jt]s$/.test(path) && !/^\/[/*]+ data\b/i.test(text))
      .flatMap(({ path, text }): Finding[] => {
        const lines = text.split("\n").length - 1;
        if (lines > SPLIT_LINES) {
          return [{ path, line: null, message: `${lines} lines; split at ${SPLIT_LINES}` }];
        }
        if (lines < LOOK_TWICE_LINES) return [];
        const message = `${lines} lines; look twice whether it is one idea`;
        return [{ path, line: null, message, warning: true }];
      }),
};
