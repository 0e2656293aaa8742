export type Planted = { name: string } & (
  | {
      point: string;
      instead: (statement: string) => string;
    }
  | { sql: string }
);
