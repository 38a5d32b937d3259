import type { Finding, Rule } from "../rules.ts";

const SNAKE_CASE = /^[a-z0-9]+(?:_[a-z0-9]+)*(?:\.d)?\.(?:m?[jt]s|sql|html|css)$/;
const FOLDER = /^\.?[a-zA-Z0-9]+(?:[_-][a-zA-Z0-9]+)*$/;

/** Names are `snake_case`, so that a file is found at first guess on every file system. */
export const fileNames: Rule = {
  name: "file-names",
  check: (files) =>
    files.flatMap(({ path }): Finding[] => {
      const folders = path.split("/");
      const name = folders.pop()!;
      const wrong = /\.(?:m?[jt]sx?|sql|html|css)$/.test(name) && !SNAKE_CASE.test(name)
        ? name
        : folders.find((folder) => !FOLDER.test(folder));
      return wrong === undefined
        ? []
        : [{ path, line: null, message: `found the name ${wrong}; wanted snake_case` }];
    }),
};
