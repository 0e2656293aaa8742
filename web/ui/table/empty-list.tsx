import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export interface EmptyListProps {
  icon: LucideIcon;
  /** Texts for a list that a filter emptied. */
  filtered: { title: string; help: string; icon?: LucideIcon };
  /** Texts for a list that has nothing yet. */
  unfiltered: { title: string; help?: string; action: ReactNode };
  /** Null: no filter is set. */
  onClear: (() => void) | null;
  clear?: string;
}

/** Explains why a list has no rows: its filters, which can be cleared here, or that nothing has come yet. */
export function EmptyList({ icon, filtered, unfiltered, onClear, clear = words.clearFilters }: EmptyListProps) {
  if (onClear === null) return <EmptyState icon={icon} {...unfiltered} />;
  return <EmptyState icon={icon} {...filtered} action={<Button onPress={onClear}>{clear}</Button>} />;
}
