import { ChevronRight, CircleAlert, type LucideIcon } from "lucide-react";
import { Link } from "react-aria-components";
import { formatNumber } from "#web/lib/dates.ts";
import { SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";

export interface StatCardProps {
  icon: LucideIcon;
  label: string;
  value: number | null | undefined;
  unit: string;
  failure: string;
  href: string;
}

/** Shows a figure linked to its list. Its height is fixed while loading; on phones the cards join into one list. */
export function StatCard({ icon: Icon, label, value, unit, failure, href }: StatCardProps) {
  return (
    <Link
      href={href}
      className="ring-focus group flex min-w-0 flex-col justify-between gap-1 border-line bg-surface px-4 py-3 transition-colors duration-100 data-hovered:bg-hover sm:min-h-[86px] sm:rounded-card sm:border sm:px-[18px] sm:py-4 phone:border-b phone:last:border-b-0"
    >
      <span className="flex items-center gap-2 text-cell text-ink-2">
        <Icon aria-hidden size={16} />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden size={16} className="text-ink-3 group-data-hovered:text-ink" />
      </span>
      <span className="flex min-h-9 flex-wrap items-baseline gap-x-2">
        <Figure value={value} unit={unit} failure={failure} />
      </span>
    </Link>
  );
}

function Figure({ value, unit, failure }: Pick<StatCardProps, "value" | "unit" | "failure">) {
  const skeleton = useSkeletonTime(value === undefined);
  if (value === undefined) return skeleton ? <SkeletonBar className="h-5 w-16 self-center" /> : null;
  if (value === null)
    return (
      <span className="flex items-center gap-1.5 self-center text-small text-fail-ink">
        <CircleAlert aria-hidden size={14} className="shrink-0" />
        {failure}
      </span>
    );
  return (
    <>
      <span className="tabular text-display text-ink">{formatNumber(value)}</span>
      <span className="text-small text-ink-2">{unit}</span>
    </>
  );
}

export function StatGrid({ columns, children }: { columns: 2 | 3; children: React.ReactNode }) {
  const grid = columns === 2 ? "sm:grid-cols-2" : "sm:grid-cols-3";
  return (
    <div
      className={`grid gap-4 phone:gap-0 phone:overflow-hidden phone:rounded-card phone:border phone:border-line ${grid}`}
    >
      {children}
    </div>
  );
}
