import type { ReactNode } from "react";
import { Card } from "#web/ui/page/card.tsx";

export interface Fact {
  name: string;
  value: ReactNode;
}

export function FactsCard({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <Card title={title}>
      <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-4 gap-y-2 text-cell sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="tabular min-w-0 break-words text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  );
}
