// Handles one fix of one passage: saved, followed until the device has answered, undone.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FixProgress } from "#contract/functions/apply-fix.ts";
import type { PassageFix, PassageSource } from "#contract/functions/explain-passage.ts";
import { useApplyFix } from "./api/apply-fix.ts";
import { EXPLANATION_KEY } from "./api/explain-passage.ts";
import { takenBackBy } from "./taken-back-by.ts";

/** Each question itself waits for the device; this is the pause where there is nothing to wait for. */
const ASK_AGAIN_MS = 2_000;

interface Kept {
  passageId: string;
  fix: PassageFix | null;
  /** The first reply: what was saved, and how to undo it. */
  saved: FixProgress | null;
  busy: "saving" | "undoing" | null;
  isUndone: boolean;
  error: string | null;
}

const fresh = (passageId: string): Kept => ({
  passageId,
  fix: null,
  saved: null,
  busy: null,
  isUndone: false,
  error: null,
});

export interface FixState {
  fix: PassageFix | null;
  progress: FixProgress | null;
  isSaving: boolean;
  isUndoing: boolean;
  isTrying: boolean;
  isUndone: boolean;
  error: string | null;
  canUndo: boolean;
  apply: (fix: PassageFix) => void;
  tryAgain: () => void;
  takeBack: () => void;
}

/** Returns the fix's state. `linkedId`: the plate that the reading now counts as, from its explanation. */
export function useFix(source: PassageSource, passageId: string, linkedId: string | null = null): FixState {
  const ask = useApplyFix();
  const client = useQueryClient();
  const [kept, setKept] = useState(() => fresh(passageId));
  const { fix, saved, busy, isUndone, error } = kept.passageId === passageId ? kept : fresh(passageId);
  const passage = { source, id: passageId };
  const followed = useQuery({
    queryKey: ["door-events", "fix", passageId, fix?.id, saved?.saved_at],
    // A gate answers at once, because the portal opens it.
    enabled: saved?.untried === "waiting",
    queryFn: () => (fix === null ? null : ask({ passage, fix_id: fix.id })),
    refetchInterval: ({ state }) => (state.data?.untried === "waiting" ? ASK_AGAIN_MS : false),
    // Each question is a call to a device.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  const undo = takenBackBy({ fix, saved, isUndone }, linkedId);
  /** Stores a change; an answer about a passage that is no longer shown is dropped. */
  const change = (part: Partial<Kept>) => setKept((now) => (now.passageId === passageId ? { ...now, ...part } : now));
  const failed = (cause: unknown) => change({ busy: null, error: cause instanceof Error ? cause.message : "" });

  async function apply(chosen: PassageFix): Promise<void> {
    setKept({ ...fresh(passageId), fix: chosen, busy: "saving" });
    try {
      change({ saved: await ask({ passage, fix_id: chosen.id }), busy: null });
    } catch (cause) {
      failed(cause);
    }
  }

  async function takeBack(): Promise<void> {
    if (undo === null) return;
    setKept((now) => ({ ...(now.passageId === passageId ? now : fresh(passageId)), busy: "undoing", error: null }));
    try {
      await ask({ passage, ...undo });
      await client.invalidateQueries({ queryKey: [...EXPLANATION_KEY, passageId] });
      setKept({ ...fresh(passageId), isUndone: true });
    } catch (cause) {
      failed(cause);
    }
  }

  return {
    fix,
    progress: saved === null ? null : (followed.data ?? saved),
    isSaving: busy === "saving",
    isUndoing: busy === "undoing",
    isTrying: followed.isFetching,
    isUndone,
    error: error ?? followed.error?.message ?? null,
    canUndo: undo !== null,
    apply: (chosen) => void apply(chosen),
    tryAgain: () => void followed.refetch(),
    takeBack: () => void takeBack(),
  };
}
