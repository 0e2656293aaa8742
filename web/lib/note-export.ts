import { backend } from "./backend.ts";
import { write } from "./rows.ts";

/** Writes in the audit that a list is about to leave as a file; what was chosen goes with it. Throws BackendError: no note, no file. */
export async function noteExport(list: "access_logs" | "audit", filters: object): Promise<void> {
  await write(backend.rpc("note_export", { list, filters }));
}
