import { useTable } from "@tanstack/react-table";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CardList } from "./card-list.tsx";
import { features, type PortalFeatures, tableColumns } from "./columns.ts";

interface Named {
  id: string;
  name: string;
}
const PEOPLE = ["anna", "bo", "cilla"].map((name) => ({ id: name, name }));
const columns = tableColumns<Named>().columns([
  tableColumns<Named>().accessor("name", { header: "Namn", meta: { card: "title" } }),
]);

function Cards({ onOpen }: { onOpen?: (person: Named) => void }) {
  "use no memo";
  const table = useTable<PortalFeatures, Named>({ features, columns, data: PEOPLE, getRowId: ({ id }) => id });
  return (
    <CardList
      label="Personer"
      columns={columns}
      rows={PEOPLE}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onOpen={onOpen}
      empty={null}
      table={table}
      dimmed={false}
      skeleton={false}
      isLoading={false}
    />
  );
}

const stops = (markup: string) => [...markup.matchAll(/<li[^>]*tabindex="(-?\d)"/g)].map(([, stop]) => stop);

test("cards are one tab stop, as rows are", () => {
  expect(stops(renderToStaticMarkup(<Cards onOpen={() => {}} />))).toEqual(["0", "-1", "-1"]);
});

test("cards with nothing to press are no tab stop", () => {
  expect(stops(renderToStaticMarkup(<Cards />))).toEqual([]);
});
