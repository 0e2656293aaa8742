import type { ReactNode } from "react";

/** Shows a section of the drawer; `aside` stands right of its heading. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-1.5 flex min-h-[22px] items-center justify-between gap-3">
        <h3 className="text-card text-ink">{title}</h3>
        {aside && <span className="inline-flex items-center gap-1.5 text-small text-ink-2">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
