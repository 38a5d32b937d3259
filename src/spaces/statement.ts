/** A statement and its parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters: Parameters["values"];
}

/** A parameter list that grows as SQL is written. */
export class Parameters {
  readonly values: (string | number | Date | Float32Array | readonly string[])[] = [];

  /** Adds a value; returns its place, such as `$3`. */
  add(value: string | number | Date | Float32Array | readonly string[]): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
