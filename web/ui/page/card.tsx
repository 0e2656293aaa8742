import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

export interface CardProps {
  title?: string | undefined;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean | undefined;
  className?: string | undefined;
}

/** Shows a bordered surface. Cards are not nested. */
export function Card({ title, note, actions, children, flush, className }: CardProps) {
  return (
    <section className={cx("rounded-card border border-line bg-surface", className)}>
      {title && (
        <div
          className={cx(
            "flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5",
            flush && "border-b border-line",
          )}
        >
          <h2 className="text-card text-ink">{title}</h2>
          {note && <div className="text-small text-ink-2">{note}</div>}
          {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={cx(!flush && "px-4 pb-4", !flush && !title && "pt-4")}>{children}</div>
    </section>
  );
}
