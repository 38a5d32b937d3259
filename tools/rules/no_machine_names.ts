import { search } from "../project/search.ts";
import type { Rule } from "../rules.ts";

/** Absolute paths of somebody's machine. */
const PATH =
  /(?<![\w.~*-]|:\/)(?:\/(?:work|root|workspace)\/|\/(?:home|Users)\/(?!me\b|you\b|user\b)\w+|[A-Z]:\\Users\\)/g;

/** Hosts that packages were installed from. */
const HOST =
  /https?:\/\/[\w.:@-]*\b(?:registry|artifactory|nexus|verdaccio|mirrors?|proxy)[\w-]*(?:\.[\w.-]+|:\d+)/g;

/** What is in the project works on every machine, and names none. */
export const noMachineNames: Rule = {
  name: "no-machine-names",
  check: (files) =>
    files.flatMap((file) => [
      ...search(
        file,
        "text",
        PATH,
        (found) => `found ${found}; wanted a path relative to the file`,
      ),
      ...search(file, "text", HOST, (found) => `found the package host ${found}; name none`),
    ]),
};
