// Bugs that make a simulator kinder than a device, so that a driver's mistake would pass unseen.
import type { DriverBug } from "./driver-bug.ts";

const STRICT = ["simulators/axis/strictness.test.ts"];
const ONE3 = ["simulators/axxon/server.test.ts"];
const CAMERA = ["simulators/axis-lpv/strictness.test.ts"];
const PRESETS = ["tests/integration/drivers/relay-presets.test.ts"];

export const SIMULATOR_BUGS: readonly DriverBug[] = [
  {
    name: "a dry run is decided for an action that the access point does not have",
    point: "sim-axis-dry-run-action",
    correct: "points.find((one) => one.Action === Action) ?? null",
    wrong: "points.find(() => Action.length > 0) ?? null",
    seenBy: STRICT,
  },
  {
    name: "an access point without authentication profiles opens",
    point: "sim-axis-no-profile-is-nobody",
    correct: "    if (active.length === 0) continue;",
    wrong: "    if (active.length === 0 && level.length > 0) continue;\n    if (active.length === 0) return true;\n",
    seenBy: STRICT,
  },
  {
    name: "a reader accepts a PIN of any length",
    point: "sim-axis-pin-size",
    correct: "if (!pin || !state.switches.readerChecksPinSize) return true;",
    wrong: "if (!pin || state.idPoints.size > 0) return true;",
    seenBy: STRICT,
  },
  {
    name: "wrong passwords may be tried without end",
    point: "sim-axis-brute-force",
    correct: "count >= bruteForceDelay.after",
    wrong: "count < 0",
    seenBy: STRICT,
  },
  {
    name: "a repeated nonce count is accepted",
    point: "sim-axis-nonce-count",
    correct: "if (count < 1 || (this.#state.switches.ncMustRise && count <= known.count)) return false;",
    wrong: "if (count < 1) return false;",
    seenBy: ["simulators/axis/authenticate.test.ts"],
  },
  {
    name: "a change of authentication profiles takes effect at once",
    point: "sim-axis-profiles-take-time",
    correct: "{ changed: (_profile, state) => state.stall() }",
    wrong: "{}",
    seenBy: STRICT,
  },
  {
    name: "unknown operations are accepted",
    point: "sim-axis-missing-operation",
    correct: "if (!run || this.#state.switches.missingOperations.includes(operation))",
    wrong: "if (!run)",
    seenBy: STRICT,
  },
  {
    name: "answers have only known fields",
    point: "sim-axis-unknown-answer-field",
    correct: "if (unknownField === null)",
    wrong: 'if (unknownField !== "")',
    seenBy: STRICT,
  },
  {
    name: "a credential with an unknown field is stored",
    point: "sim-axis-unknown-stored-field",
    correct: "export const credentialSchema = z.strictObject({",
    wrong: "export const credentialSchema = z.object({",
    seenBy: ["simulators/axis/device.test.ts"],
  },
  {
    name: "any number of alarms is removed at once",
    point: "sim-axis-alarms-at-once",
    correct: "if (Token.length > MAX_REMOVED) throw",
    wrong: "if (Token.length > 10 * MAX_REMOVED) throw",
    seenBy: STRICT,
  },
  {
    name: "an ignored row is logged",
    point: "sim-axis-ignored-row",
    correct: "if (this.ignoreFilters.some((filter) => matches(row, filter))) return;",
    wrong: "",
    seenBy: STRICT,
  },
  {
    name: "One 3 lets an anonymous caller sign in by REST",
    point: "sim-axxon-signed-login",
    correct: "(LOGIN_PATH.test(call.path) && !loginWantsAuthorization)",
    wrong: "LOGIN_PATH.test(call.path)",
    seenBy: ONE3,
  },
  {
    name: "One 3 answers its items as one object",
    point: "sim-axxon-items-in-a-stream",
    correct: 'return streamReply(state, packets.length === 0 ? [{ status: "EPS_LAST" }] : packets);',
    wrong: "return packets.length < 0 ? streamReply(state, packets) : jsonReply({ items });",
    seenBy: ONE3,
  },
  {
    name: "One 3 accepts several items in one packet",
    point: "sim-axxon-last-packet",
    correct: "const itemPacketSchema = z.strictObject({",
    wrong: "const itemPacketSchema = z.object({",
    seenBy: ONE3,
  },
  {
    name: "a plate camera accepts partial settings and unknown names",
    point: "sim-lpv-whole-settings",
    correct: "sent === null || sent.size !== old.size || [...sent.keys()].some((name) => !old.has(name))",
    wrong: "sent === null",
    seenBy: CAMERA,
  },
  {
    name: "a plate camera accepts a plain push address",
    point: "sim-lpv-encoded-address",
    correct: '(name === "url" || name === "password") && !BASE64.test(text)',
    wrong: 'name === "url" && BASE64.test("!")',
    seenBy: CAMERA,
  },
  {
    name: "a plate camera has a list under any name",
    point: "sim-lpv-name-of-list",
    correct: 'query.get("list") !== "allow"',
    wrong: 'query.get("list") === null',
    seenBy: CAMERA,
  },
  {
    name: "a locked 2N switch answers success",
    point: "sim-relay-locked-switch",
    correct: 'return state.blocked ? failed(14, "switch locked") : jsonReply({ success: true });',
    wrong: "return jsonReply({ success: true });",
    seenBy: PRESETS,
  },
  {
    name: "a relay without a password lets everybody open",
    point: "sim-relay-without-login",
    correct: 'if (this.login === "none") return true;',
    wrong: 'if (this.login === "none" || header !== "") return true;',
    seenBy: PRESETS,
  },
];
