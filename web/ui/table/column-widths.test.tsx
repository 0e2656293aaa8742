import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { tableColumns } from "./columns.ts";

// Set before the module loads, because the module reads the width once for all tests of the worker.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { DataTable } = await import("./data-table.tsx");

interface Named {
  id: string;
  name: string;
}
const column = tableColumns<Named>();
const columns = column.columns([
  column.accessor("name", { header: "Name" }),
  column.accessor("id", { header: "Number", meta: { width: "w-24" } }),
]);

function markupOf(rows: readonly Named[] | undefined): string {
  return renderToStaticMarkup(
    <DataTable
      label="People"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={null}
    />,
  );
}
const heads = (markup: string) => /<thead.*<\/thead>/s.exec(markup)?.[0];

test("columns are as wide as their heads say, whatever stands in the rows", () => {
  const short = markupOf([{ id: "1", name: "Bo" }]);
  const long = markupOf([{ id: "1".repeat(80), name: "Bo ".repeat(80) }]);
  for (const markup of [short, long]) expect(/<table[^>]*class="[^"]*table-fixed/.test(markup)).toBe(true);
  expect(heads(short)).toContain("w-24");
  expect(heads(long)).toBe(heads(short));
});
