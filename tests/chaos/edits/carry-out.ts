import { befall, editByHand } from "../faults/tampering.ts";
import { changeRows } from "../operations/rows.ts";
import type { Edit } from "./plan-edits.ts";
import { fixtureOf, type Stage } from "./stage.ts";

/** Carries out an edit; returns "done", or why there was nothing to do, and throws otherwise. */
export async function carryOutEdit(stage: Stage, edit: Edit): Promise<"done" | "nobody" | "pin taken"> {
  try {
    return (await carryOut(stage, edit)) ? "done" : "nobody";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "23505") return "pin taken";
    throw error;
  }
}

async function carryOut(stage: Stage, edit: Edit): Promise<boolean> {
  switch (edit.kind) {
    case "hand":
      return editByHand(fixtureOf(stage, edit.fixture), edit);
    case "mishap": {
      const fixture = fixtureOf(stage, edit.fixture);
      await befall(fixture, edit.mishap, edit.forMs);
      if (edit.mishap === "replaced") await stage.rebuild(fixture.id);
      return true;
    }
    case "kill":
      await stage.kill();
      return true;
    default:
      return changeRows(stage, edit);
  }
}
