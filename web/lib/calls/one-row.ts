// The one table call of a page without postgrest-js: the sign-in page would fetch all of it for the row of user_roles.
import { fetchAsPerson } from "./auth-client.ts";
import type { WireError } from "./errors.ts";
import type { TableReply } from "./rows.ts";

/** Reads one row as `.single()` does: `oneRow("user_roles?select=role&user_id=eq.…")`; end it with `readRow`. */
export async function oneRow(address: string): Promise<TableReply> {
  try {
    const headers = { Accept: "application/vnd.pgrst.object+json" };
    const response = await fetchAsPerson(`${location.origin}/rest/v1/${address}`, { headers });
    const { status } = response;
    if (response.ok) return { data: await response.json(), error: null, count: null, status };
    return { data: null, error: wireError(await response.text()), count: null, status };
  } catch (cause) {
    return { data: null, error: { message: String(cause), code: "network" }, count: null, status: 0 };
  }
}

/** Reads an error reply; a proxy's page is no reply of the server. */
function wireError(text: string): WireError {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || !("message" in body) || !("code" in body))
      return { message: text };
    return { message: String(body.message), code: String(body.code) };
  } catch {
    return { message: text };
  }
}
