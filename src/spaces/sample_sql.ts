import type { Space } from "./space.ts";
import { Parameters, type Statement } from "./statement.ts";

/**
 * Up to `count` vectors of a space and namespace, each as `vector_send` writes it:
 * by the hash of their ids, so that they are the same ones each time, and none of a
 * special age or source. Each row says how many they were drawn `of`.
 */
export function sampleStatement(space: Space, namespace: string, count: number): Statement {
  const parameters = new Parameters();
  const { name, alias, memoryId } = space.table;
  return {
    sql: `select vector_send(${alias}.embedding) as vector, c.of
      from (select c.namespace, c.id, (count(*) over ())::int as of from bicameral.${name}_codes c
            where c.namespace = ${parameters.add(namespace)}
              and c.space_id = ${parameters.add(space.id)}
            order by md5(c.id::text) limit ${parameters.add(count)}) c
      join bicameral.${name} ${alias}
        on ${alias}.namespace = c.namespace and ${alias}.${memoryId} = c.id`,
    parameters: parameters.values,
  };
}
