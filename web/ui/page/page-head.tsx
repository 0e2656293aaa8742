// The head of a page: h1, one line below, and actions; on phones the primary one moves to a bar at the bottom.
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { usePageEntered } from "#web/lib/page-entered.ts";
import { useKeptClear, useTitle } from "#web/ui/toasts/toast-clearance.ts";

export interface PageHeadProps {
  title: string;
  subtitle?: ReactNode;
  secondary?: ReactNode;
  primary?: ReactNode;
}

/** Shows the head of a page. It sets the document's title too ("Styrenheter – Webbportal"). */
export function PageHead({ title, subtitle, secondary, primary }: PageHeadProps) {
  const heading = usePageEntered(title);
  const bar = useKeptClear<HTMLDivElement>();
  const titleBlock = useTitle<HTMLDivElement>();
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div ref={titleBlock} className="min-w-0 flex-1 basis-64">
        <h1 ref={heading} tabIndex={-1} className="text-h1 text-ink">
          {title}
        </h1>
        {subtitle && <p className="mt-0.5 text-cell text-ink-2">{subtitle}</p>}
      </div>
      {secondary && (
        <div className="flex flex-wrap items-center gap-2 phone:max-w-full phone:flex-nowrap phone:gap-1.5 phone:[&>:is(button,a)]:min-w-0 phone:[&>:is(button,a)]:shrink phone:[&>:is(button,a)]:px-2 print:hidden">
          {secondary}
        </div>
      )}
      {primary && (
        <div
          ref={bar}
          data-action-bar
          className={cx(
            "flex items-center gap-2 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-20 phone:border-t phone:border-line phone:bg-canvas phone:p-3 phone:pb-[max(0.75rem,env(safe-area-inset-bottom))] phone:*:flex-1 print:hidden",
            secondary ? "sm:-ml-4" : null,
          )}
        >
          {primary}
        </div>
      )}
    </div>
  );
}
