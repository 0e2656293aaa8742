import { Pencil } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { rowNamesApart } from "#web/ui/row-name.ts";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { tableColumns } from "./columns.ts";

// Set before the module loads, because the module reads the width once for all tests of the worker.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { DataTable } = await import("./data-table.tsx");

interface Named {
  id: string;
  name: string;
}
const PEOPLE = ["anna", "bo"].map((name) => ({ id: name, name }));
const columns = tableColumns<Named>().columns([
  tableColumns<Named>().display({ id: "state", header: "State", cell: () => <Tooltip text="Why">Paused</Tooltip> }),
]);

/** Returns each button's name for screen readers. */
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

interface Twin {
  name: string;
  plate?: string;
}
const named = (rows: readonly Twin[], before?: number) => {
  const nameOf = rowNamesApart(rows, { rowName: ({ name }) => name, rowDetail: ({ plate }) => plate ?? "" }, before);
  return rows.map(nameOf);
};

test("a person without a second distinguishing text is called by name alone", () => {
  expect(named([{ name: "Anna", plate: "MLB 84A" }, { name: "Bo" }])).toEqual(["Anna", "Bo"]);
});

test("two of one name are called by what the list shows of each, too", () => {
  const annas = [{ name: "Anna", plate: "MLB 84A" }, { name: "Bo" }, { name: "Anna", plate: "ABC 123" }];
  expect(named(annas)).toEqual(["Anna, MLB 84A", "Bo", "Anna, ABC 123"]);
});

test("a person who is alike in that, too, is called by the place in the list, counted from its first page", () => {
  const annas = [{ name: "Anna" }, { name: "Anna" }, { name: "Anna", plate: "ABC 123" }];
  expect(named(annas, 50)).toEqual(["Anna, rad 51", "Anna, rad 52", "Anna, ABC 123"]);
});

test("every button of a row has that name: its operations, its menu, its PIN, its state", () => {
  const twins = [
    { id: "1", name: "Anna", plate: "MLB 84A" },
    { id: "2", name: "Anna", plate: "ABC 123" },
  ];
  const twin = tableColumns<(typeof twins)[number]>();
  const cells = twin.columns([
    twin.display({
      id: "pin",
      header: "PIN",
      cell: ({ row }) => (
        <>
          <PinChip name={row.original.name} onReveal={() => Promise.resolve("4711")} />
          <SyncPill state="failed" of={row.original.name} tooltip="Why" />
        </>
      ),
    }),
  ]);
  const edit = { id: "edit", label: "Edit", icon: Pencil, quick: true, onAction: () => {} };
  const send = { ...edit, id: "send", label: "Send", fullLabel: (name: string) => `Send to ${name}` };
  const markup = renderToStaticMarkup(
    <DataTable
      label="People"
      columns={cells}
      rows={twins}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowDetail={({ plate }) => plate}
      rowActions={() => [edit, send, { ...edit, id: "more", label: "More", quick: false }]}
      empty={null}
    />,
  );
  const labels = [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label = ""]) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.filter((label) => label.includes("Anna, MLB 84A"))).toHaveLength(5);
  expect(labels.filter((label) => label.includes("Anna, ABC 123"))).toHaveLength(5);
});
