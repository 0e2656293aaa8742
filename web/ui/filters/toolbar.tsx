// Search and filters of a list, its count at the right end. On phones the filters fold into a drawer.
import { ListFilter } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLiveCount } from "#web/lib/live-count.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/dialogs/lazy-dialogs.ts";

interface Parts {
  /** A choice between lists that share a page; it stays outside the folded filters. */
  choice?: ReactNode;
  search?: ReactNode;
  filters?: ReactNode;
  activeFilters?: number | undefined;
  matches?: string | undefined;
}

interface Counted {
  count: string | undefined;
  /** The filters and the search. Only the first count after a change of them is announced: later ones come from rows that come or go. */
  question: string;
}

export type ToolbarProps = Parts & (Counted | { count?: undefined; question?: undefined });

export function Toolbar({ choice, search, filters, activeFilters = 0, matches, count, question }: ToolbarProps) {
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
      {choice && <div className="flex phone:w-full phone:*:flex-1">{choice}</div>}
      {search && <div className="min-w-0 flex-1 sm:min-w-56 sm:max-w-88">{search}</div>}
      {filters && !phone && filters}
      {filters && phone && (
        <>
          <Button icon={ListFilter} onPress={() => setOpen(true)}>
            {filterLabel(activeFilters)}
          </Button>
          <Drawer
            side="bottom"
            isOpen={open}
            onClose={() => setOpen(false)}
            title={words.filters}
            footer={
              <Button variant="primary" wide onPress={() => setOpen(false)}>
                {matches === undefined ? words.show : words.showResults(matches)}
              </Button>
            }
          >
            <div className="flex flex-col gap-3 *:w-full">{filters}</div>
          </Drawer>
        </>
      )}
      {count !== undefined && question !== undefined && <Count count={count} question={question} />}
    </div>
  );
}

function Count({ count, question }: { count: string; question: string }) {
  const live = useLiveCount(question, count);
  return (
    <p role="status" aria-live={live} className="tabular ml-auto text-small text-ink-2 phone:w-full">
      {count}
    </p>
  );
}

function filterLabel(active: number): string {
  return active > 0 ? `${words.filters} · ${active}` : words.filters;
}
