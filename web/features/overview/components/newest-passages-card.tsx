import { useQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { LoadingWords } from "#web/ui/skeleton.tsx";
import { getNewestPassagesQueryOptions } from "../api/get-newest-passages.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

const Table = lazyPart(
  () => import("./newest-passages-table.tsx"),
  (module) => module.NewestPassagesTable,
  WaitingTable,
);

export function NewestPassagesCard() {
  const { data, isError } = useQuery(getNewestPassagesQueryOptions());
  return (
    <Card
      title={overviewTexts.newest}
      flush
      actions={
        <Link
          href="/system-admin/access-logs"
          className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
        >
          {overviewTexts.logs}
        </Link>
      }
    >
      <Table rows={data} isFailed={isError} />
    </Card>
  );
}

/** Holds the place of the table while its code is on its way. */
function WaitingTable() {
  return (
    <div aria-busy className="min-h-56">
      <LoadingWords isEarly />
    </div>
  );
}
