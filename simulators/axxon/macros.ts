import { type DeviceReply, jsonReply } from "../network/device-call.ts";
import type { AxxonAccount, AxxonMacro, AxxonState } from "./state.ts";

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function toMacroConfig(macro: AxxonMacro): Record<string, unknown> {
  return {
    guid: macro.id,
    name: macro.name,
    mode: { enabled: macro.enabled, user_role: "", is_add_to_menu: true, [macro.mode]: {} },
    conditions: {},
    rules: {},
  };
}

/** Runs a macro as the account, with the server's status for a wrong id or a missing right. */
export function launch(
  { state, account }: { state: AxxonState; account: AxxonAccount | null },
  id: string,
  body: string,
): DeviceReply {
  if (!GUID.test(id)) return jsonReply({ error: "bad request" }, state.switches.malformedIdStatus);
  const macro = state.macros.get(id.toLowerCase());
  if (!macro) return jsonReply({ error: "not found" }, 404);
  if (!account?.macroRights) return jsonReply({ error: "forbidden" }, state.switches.noRightStatus);
  if (!macro.enabled && state.switches.disabledMacro === "404") return jsonReply({ error: "not found" }, 404);
  state.runMacro(macro);
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body };
}
