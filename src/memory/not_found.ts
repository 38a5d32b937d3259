import { BicameralError } from "../errors.ts";

/** What a verb rejects with whose memory is not there. */
export function notFound(id: string): BicameralError {
  return new BicameralError("NOT_FOUND", `No memory ${id} in this namespace.`);
}
