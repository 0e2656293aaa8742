import { ownWord } from "#contract/own-word.ts";
import type { DriftListRow } from "#contract/tables/drift-reports.ts";
import { syncTexts } from "./texts/sync-status.sv.ts";

export interface DriftWords {
  what: string;
  detail: string;
  outcome: "repairing" | "repaired" | "removed" | "waiting" | "left";
}

export function driftWords({ item, settled }: Pick<DriftListRow, "item" | "settled">): DriftWords {
  switch (item.kind) {
    case "replica_differs": {
      const [first = ""] = item.differences;
      return {
        what: ownWord(syncTexts.differs, first) ?? syncTexts.differsElse,
        detail: item.label,
        outcome: settled ? "repaired" : "repairing",
      };
    }
    case "hours_differ":
      return { what: syncTexts.hoursDiffer, detail: item.label, outcome: "repaired" };
    case "orphan_removed":
      return { what: syncTexts.orphan, detail: syncTexts.orphanHelp, outcome: "removed" };
    case "orphan_found":
      return { what: syncTexts.orphan, detail: syncTexts.orphanWaits, outcome: "waiting" };
    case "unknown_object":
      return {
        what: item.carries_pin
          ? syncTexts.unknownPin
          : item.object === "user"
            ? syncTexts.unknownUser
            : syncTexts.unknownCredential,
        detail: item.name ? `${item.name} · ${syncTexts.notOurs}` : syncTexts.notOurs,
        outcome: "left",
      };
    case "pin_shared":
      return {
        what: syncTexts.shared,
        detail: item.label === null ? syncTexts.notOurs : syncTexts.sharedHelp(item.label),
        outcome: "left",
      };
  }
}
