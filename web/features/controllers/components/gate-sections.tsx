import type { ReactNode } from "react";

/** The section about what opens the gate. */
export function OpeningSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-line pt-4">
      <h3 id={id} className="-mb-1 text-card text-ink">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The section about settings in the device itself. */
export function SetUpSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-sunken px-4 py-3">
      <h3 className="text-card text-ink">{title}</h3>
      {children}
    </section>
  );
}

export function SetUpSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-small text-ink-2 marker:text-ink-3">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
