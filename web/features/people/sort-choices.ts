// Offers the order as one choice, because phones have no column headers and the end date has no column.
import { END_USER_SORTS, type EndUserSort } from "#contract/functions/search-end-users.ts";
import type { Option } from "#web/ui/choices/select.tsx";
import type { Sort } from "#web/ui/table/columns.ts";
import { peopleTexts } from "./texts/people.sv.ts";

export const NEWEST_FIRST: Sort = { key: "created_at", direction: "descending" };

const BOTH = ["ascending", "descending"] as const;
type OrderId = `${EndUserSort} ${Sort["direction"]}`;

const LABELS: Record<OrderId, string> = {
  "created_at descending": peopleTexts.newestFirst,
  "created_at ascending": peopleTexts.oldestFirst,
  "name ascending": peopleTexts.nameUp,
  "name descending": peopleTexts.nameDown,
  "valid_to ascending": peopleTexts.endsFirst,
  "valid_to descending": peopleTexts.endsLast,
  "organization ascending": peopleTexts.organizationUp,
  "organization descending": peopleTexts.organizationDown,
};

const ORDERS = END_USER_SORTS.flatMap((key) =>
  BOTH.map((direction) => ({ id: orderId({ key, direction }), key, direction })),
);

/** Returns the options; one organisation's people have no order by organisation. */
export function orderOptions(area: "system" | "org"): Option[] {
  return Object.entries(LABELS)
    .filter(([id]) => area === "system" || !id.startsWith("organization"))
    .map(([id, label]) => ({ id, label }));
}

export function orderId({ key, direction }: Sort): string {
  return `${key} ${direction}`;
}

/** Returns an order; falls back to newest first. */
export function orderOf(id: string): Sort & { key: EndUserSort } {
  return ORDERS.find((order) => order.id === id) ?? { key: "created_at", direction: "descending" };
}
