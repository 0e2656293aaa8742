// Which door's dialog is open. One state for the page; the rows' buttons stand in its context.
import { createContext, use } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";

export interface DoorQuestion {
  about: "OPEN" | "HOLD";
  door: DoorListRow;
}

export interface DoorDialogs {
  ask: (question: DoorQuestion) => void;
}

export const DoorDialogsContext = createContext<DoorDialogs | null>(null);

export function useDoorDialogs(): DoorDialogs {
  const dialogs = use(DoorDialogsContext);
  if (dialogs === null) throw new Error("the list's cells stand in its context");
  return dialogs;
}
