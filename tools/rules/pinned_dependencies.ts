import { findManifests } from "../project/manifest.ts";
import type { Finding, Rule } from "../rules.ts";

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Every direct dependency is pinned exactly: what was tested is what is installed. */
export const pinnedDependencies: Rule = {
  name: "pinned-dependencies",
  check: (files) =>
    findManifests(files).flatMap(({ path, dependencies }) =>
      Object.entries(dependencies).filter(([, version]) => !EXACT.test(version))
        .map(([name, version]): Finding => ({
          path,
          line: null,
          message: `${name} is "${version}"; wanted one exact version, such as "1.2.3"`,
        }))
    ),
};
