import { createContext, use } from "react";
import type { PortalForm } from "#web/ui/forms/form.tsx";
import type { DoorInput, DoorValues } from "../access-point-rules.ts";
import type { Door } from "../api/get-access-points.ts";

export interface DoorEdit {
  editing: Door | null;
  lastEdited: string | null;
  form: PortalForm<DoorInput, DoorValues>;
  edit: (door: Door) => void;
  cancel: () => void;
  remove: (door: Door) => void;
  setEnabled: (door: Door, enabled: boolean) => void;
  askHours: (door: Door) => void;
  askPinAlone: (door: Door) => void;
}

export const DoorEditContext = createContext<DoorEdit | null>(null);

/** Returns the row being edited. Throws outside the dialog. */
export function useDoorEdit(): DoorEdit {
  const context = use(DoorEditContext);
  if (!context) throw new Error("useDoorEdit outside the access points dialog");
  return context;
}
