// Live rows freeze while the list is paused, scrolled, hovered or has keyboard focus.
import { ArrowUp, ScrollText } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { formatNumber, formatTime } from "#web/lib/dates.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import type { LogRow } from "../api/get-access-logs.ts";
import type { AccessLogs } from "../use-access-logs.ts";
import { logColumns } from "./log-columns.tsx";

export interface LogListProps {
  logs: AccessLogs;
  /** Called when the reader's pointer, focus or scrolling begins or ends. */
  onReading: (isReading: boolean) => void;
  onOpen: (row: LogRow) => void;
  emptyAction?: ReactNode;
  isFiltered: boolean;
}

export function LogList({ logs, onReading, onOpen, emptyAction, isFiltered }: LogListProps) {
  const top = useRef<HTMLDivElement>(null);
  const reading = useReading(top, onReading);
  useSaid(logs.waiting);
  return (
    <>
      <div ref={top} />
      {logs.waiting > 0 && (
        <div className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
          <Button
            variant="primary"
            size="sm"
            icon={ArrowUp}
            className="pointer-events-auto -translate-y-3.5 rounded-full shadow-menu"
            onPress={() => {
              logs.showNewest();
              scrollTo({ top: 0, behavior: "smooth" });
            }}
          >
            {accessLogsTexts.newRows(formatNumber(logs.waiting), logs.waiting > 1)}
          </Button>
        </div>
      )}
      <div {...reading}>
        <DataTable
          label={accessLogsTexts.title}
          columns={logColumns}
          rows={logs.rows}
          rowId={(row) => row.id}
          rowName={(row) => accessLogsTexts.rowName(row.plate_number || words.unreadPlate, formatTime(row.detected_at))}
          rowClass={(row) => (logs.isNew(row) ? "animate-new-row" : undefined)}
          onOpen={onOpen}
          stale={logs.isStale}
          sort={{ key: "detected_at", direction: "descending" }}
          empty={
            <EmptyState
              icon={ScrollText}
              title={isFiltered ? accessLogsTexts.emptyFiltered : accessLogsTexts.empty}
              help={isFiltered ? accessLogsTexts.emptyFilteredHelp : accessLogsTexts.emptyHelp}
              action={emptyAction}
            />
          }
        />
      </div>
    </>
  );
}

/** Frame props that detect a reader; scrolling past `top` counts as reading. */
function useReading(top: React.RefObject<HTMLElement | null>, onReading: (isReading: boolean) => void) {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!top.current) return;
    // 52 px: height of the top bar over the page.
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry !== undefined && !entry.isIntersecting), {
      rootMargin: "-52px 0px 10000px 0px",
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top]);
  const isReading = pointer || focus || scrolled;
  useEffect(() => onReading(isReading), [isReading, onReading]);
  return {
    onPointerEnter: (event: React.PointerEvent) => setPointer(event.pointerType === "mouse"),
    onPointerLeave: () => setPointer(false),
    onFocus: () => setFocus(true),
    onBlur: (event: React.FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget)),
  };
}

/** Announces waiting rows once, not with every car. */
function useSaid(waiting: number): void {
  const said = useRef(false);
  useEffect(() => {
    if (waiting === 0) said.current = false;
    else if (!said.current) {
      said.current = true;
      announce(accessLogsTexts.newRowsSaid(formatNumber(waiting)));
    }
  }, [waiting]);
}
