import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { tableColumns } from "./columns.ts";
import { DataTable } from "./data-table.tsx";

interface Named {
  id: string;
  name: string;
}
const PEOPLE = ["anna", "bo"].map((name) => ({ id: name, name }));
const columns = tableColumns<Named>().columns([
  tableColumns<Named>().display({ id: "state", header: "State", cell: () => <Tooltip text="Why">Paused</Tooltip> }),
]);

/** What a reader by ear hears of each button. */
const names = (markup: string) =>
  [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = ""]) => inside.replaceAll(/<[^>]*>/g, ""));

test("the same words in several rows say whose they are", () => {
  const table = (
    <DataTable
      label="People"
      columns={columns}
      rows={PEOPLE}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={null}
    />
  );
  expect(names(renderToStaticMarkup(table))).toEqual(["Paused, anna", "Paused, bo"]);
});

test("words with a label of their own, and words outside a table, stay as they are", () => {
  expect(names(renderToStaticMarkup(<Tooltip text="Why">Paused</Tooltip>))).toEqual(["Paused"]);
});
