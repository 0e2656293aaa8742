import type { LucideIcon } from "lucide-react";

export interface MenuAction {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  onAction?: (() => void) | undefined;
  href?: string | undefined;
  tone?: "danger" | undefined;
  group?: string | number | undefined;
  disabledReason?: string | undefined;
  isChosen?: boolean | undefined;
}

/** The part of an opened menu that gets the focus; true: the menu itself. */
export type MenuFocus = "first" | "last" | true;
