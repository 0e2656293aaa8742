// Reports of the comparisons asked for since the page was opened. The scheduled ones repair by themselves and are not kept.
import type { CompareReply, DriftItem } from "#contract/functions/sync-control.ts";
import { onPersonLeft } from "../../lib/session.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { syncTexts } from "../../texts/sync-status.ts";

const reports = createStore<Readonly<Record<string, CompareReply>>>({});
onPersonLeft(() => reports.set({}));

export function keepReport(report: CompareReply): void {
  reports.set({ ...reports.get(), [report.controller_id]: report });
}

export function useReports(): readonly CompareReply[] {
  return Object.values(useStore(reports));
}

export interface DriftWords {
  what: string;
  detail: string;
  /** What the portal does about it. */
  outcome: "repaired" | "removed" | "left";
}

/** One difference in Swedish. */
export function driftWords(item: DriftItem): DriftWords {
  switch (item.kind) {
    case "copy_differs": {
      const [first = ""] = item.differences;
      return { what: syncTexts.differs[first] ?? syncTexts.differsElse, detail: item.label, outcome: "repaired" };
    }
    case "ghost_removed":
      return { what: syncTexts.ghost, detail: syncTexts.ghostHelp, outcome: "removed" };
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
