import type { ReactNode } from "react";

/** Shows the section about settings in the device itself. */
export function SetUpSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-sunken px-4 py-3">
      <h4 className="text-card text-ink">{title}</h4>
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
