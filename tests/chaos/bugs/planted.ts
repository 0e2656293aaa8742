/** What a server with the bug does otherwise. */
export type Planted = { name: string } & (
  | {
      point: string;
      /** The text in place of the statement at the point. */
      instead: (statement: string) => string;
    }
  | { sql: string }
);
