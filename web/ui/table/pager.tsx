import { ChevronLeft, ChevronRight } from "lucide-react";
import { cx } from "#web/lib/cx.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { PAGE_SIZES } from "#web/lib/lists/page-size.ts";
import { useLiveCount } from "#web/lib/live-count.ts";
import { words } from "#web/texts/words.sv.ts";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

export interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  shown: number;
  onPageChange: (page: number) => void;
  onPageSizeChange?: ((size: number) => void) | undefined;
  bare?: boolean | undefined;
}

/** Shows which rows of how many are shown, and leads to other pages. `page` counts from 0. */
export function Pager({ page, pageSize, total, shown, onPageChange, onPageSizeChange, bare }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = page * pageSize;
  const range = words.rangeOf(
    formatNumber(Math.min(first + 1, total)),
    formatNumber(first + shown),
    formatNumber(total),
  );
  const live = useLiveCount(`${page}/${pageSize}`, range);
  const sizes = PAGE_SIZES.map((size) => ({ id: String(size), label: words.perPage(size) }));
  return (
    <div
      className={cx(
        "flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 py-2 text-small text-ink-2 print:hidden",
        bare ? "px-1" : "border-t border-line px-4",
      )}
    >
      <p role="status" aria-live={live} className="tabular flex-1">
        {range}
      </p>
      {onPageSizeChange && total > PAGE_SIZES[0] && (
        <FilterSelect
          label={words.rowsPerPage}
          options={sizes}
          value={String(pageSize)}
          onChange={(size) => onPageSizeChange(Number(size))}
          className="min-w-0 phone:hidden"
        />
      )}
      {pages > 1 && (
        <div className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label={words.previousPage}
            isDisabled={page === 0}
            onPress={() => onPageChange(page - 1)}
          />
          <span className="tabular px-1">{words.pageOf(formatNumber(page + 1), formatNumber(pages))}</span>
          <IconButton
            icon={ChevronRight}
            label={words.nextPage}
            isDisabled={page + 1 >= pages}
            onPress={() => onPageChange(page + 1)}
          />
        </div>
      )}
    </div>
  );
}
