import { ACCOUNTS } from "#scripts/screenshots/plan.ts";

/** Returns the addresses of an area's pages, by the plan of screenshots, which names every route. */
export const pagesOf = (area: "system" | "org"): string[] => [
  ...new Set((ACCOUNTS.find(({ name }) => name === area)?.shots ?? []).map(({ path }) => path.split("?")[0] ?? path)),
];
