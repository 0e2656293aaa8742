// Bugs of drivers, as somebody who misread a vendor's page would write them. Each must be seen by a test named here.

export interface DriverBug {
  name: string;
  file: string;
  /** Stands once in the file. */
  correct: string;
  wrong: string;
  /** Test files, one of which must fail. */
  seenBy: readonly string[];
}

const AXIS = ["tests/integration/drivers/axis.test.ts"];
const AXIS_EVENTS = ["tests/integration/drivers/axis-events.test.ts"];
const DOORS = ["tests/integration/drivers/door-commands.test.ts"];
const AXXON = ["tests/integration/drivers/axxon.test.ts", "drivers/axxon/packets.test.ts"];
const RELAYS = ["tests/integration/drivers/http-relay.test.ts", "tests/integration/drivers/relay-presets.test.ts"];
const CAMERAS = ["tests/integration/gate/plate-cameras.test.ts"];

export const DRIVER_BUGS: readonly DriverBug[] = [
  {
    name: "a dry run always asks for Access, though the access point says AccessDoor",
    file: "drivers/axis/driver.ts",
    correct: "Action: action,",
    wrong: 'Action: "Access",',
    seenBy: AXIS,
  },
  {
    name: "readers are looked for under IdPoint alone",
    file: "drivers/axis/doors.ts",
    correct: '["IdPoint", "IdPointInfo"]',
    wrong: '["IdPoint"]',
    seenBy: AXIS,
  },
  {
    name: "an access point without authentication profiles lets everybody in",
    file: "drivers/axis/authentication.ts",
    correct: "return NOBODY;",
    wrong: 'return { pinUse: "always", pinHours: null };',
    seenBy: AXIS,
  },
  {
    name: "a PIN rule on a schedule is one that always holds",
    file: "drivers/axis/pin-use.ts",
    correct: 'return { pinUse: "hours", pinHours: { schedules: names, weekly, exceptions } };',
    wrong: "return OPENS_ALWAYS;",
    seenBy: AXIS,
  },
  {
    name: "a card and a PIN are taken for a PIN",
    file: "drivers/axis/authentication.ts",
    correct: "if (more.length > 0 || only?.IdDataName",
    wrong: "if (only?.IdDataName",
    seenBy: ["drivers/axis/authentication.test.ts"],
  },
  {
    name: "a joint profile is removed while a credential names it",
    file: "drivers/axis/unused-profiles.ts",
    correct: "joined.filter((token) => !named.has(token))",
    wrong: "joined.filter((token) => named.size >= 0 && token)",
    seenBy: ["drivers/axis/unused-profiles.test.ts"],
  },
  {
    name: "a validity is cut to its day",
    file: "drivers/axis/credentials.ts",
    correct: 'return iso.replace(/\\.\\d+(?=Z$)/, "");',
    wrong: 'return iso.replace(/T.*Z$/, "T00:00:00Z");',
    seenBy: AXIS,
  },
  {
    name: "a card on a credential is lost when its PIN is written",
    file: "drivers/axis/credentials.ts",
    correct: "filter((one) => one.Name !== PIN)",
    wrong: 'filter((one) => one.Name === "")',
    seenBy: AXIS,
  },
  {
    name: "a disabled credential is read as one that opens",
    file: "drivers/axis/credentials.ts",
    correct: 'enabled: credential.Enabled !== false && (credential.Status === "Enabled" || credential.Status === ""),',
    wrong: "enabled: true,",
    seenBy: AXIS,
  },
  {
    name: "the log is read on from one row too late",
    file: "drivers/axis/read-events.ts",
    correct: "{ RowID: cursor.row - 1 }",
    wrong: "{ RowID: cursor.row + 1 }",
    seenBy: AXIS_EVENTS,
  },
  {
    name: "lost rows of the log are no gap",
    file: "drivers/axis/read-events.ts",
    correct: 'oldest.row > cursor.row ? "overrun" : "reset"',
    wrong: "null",
    seenBy: AXIS_EVENTS,
  },
  {
    name: "what was typed at a reader is kept",
    file: "drivers/axis/event-wire.ts",
    correct: '  ["State", state],\n',
    wrong: '  ["State", state],\n  ["PIN", z.string()],\n  ["IdData", z.string()],\n',
    seenBy: ["drivers/axis/event-wire.test.ts"],
  },
  {
    name: "an opening is sent again when its connection breaks",
    file: "drivers/axis/door-commands.ts",
    correct: "freshConnection: true }",
    wrong: "freshConnection: false }",
    seenBy: DOORS,
  },
  {
    name: "a blocked door is taken for opened, since it answers success",
    file: "drivers/axis/door-commands.ts",
    correct: 'new Set(["blocked", "locked_down", "locked_open"])',
    wrong: "new Set<DoorMode>()",
    seenBy: DOORS,
  },
  {
    name: "a lock in an unknown state is called locked",
    file: "drivers/axis/door-commands.ts",
    correct: 'MODES.get(mode) ?? "unknown"',
    wrong: 'MODES.get(mode) ?? "locked"',
    seenBy: ["drivers/axis/door-commands.test.ts"],
  },
  {
    name: "a stream of plates is read as one object",
    file: "drivers/axxon/packets.ts",
    correct: "const texts = streamedTexts(reply);",
    wrong: "const texts = streamedTexts({ ...reply, contentType: String(reply.status) });",
    seenBy: AXXON,
  },
  {
    name: "a stream that breaks off is a whole list",
    file: "drivers/axxon/packets.ts",
    correct: "if (objects.length > 0 && ",
    wrong: "if (objects.length < 0 && ",
    seenBy: AXXON,
  },
  {
    name: "a change of plates is sent without its last packet",
    file: "drivers/axxon/plate-list.ts",
    correct: 'const LAST_PACKET = "EPS_LAST";',
    wrong: 'const LAST_PACKET = "EPS_MORE";',
    seenBy: AXXON,
  },
  {
    name: "a macro is called again when its connection breaks",
    file: "drivers/axxon/macros.ts",
    correct: "freshConnection: true }",
    wrong: "freshConnection: false }",
    seenBy: AXXON,
  },
  {
    name: "a camera's buffered read is one of now",
    file: "drivers/axis-lpv/push.ts",
    correct: "capturedAt: new Date(capture_timestamp)",
    wrong: "capturedAt: new Date(capture_timestamp > 0 ? Date.now() : 0)",
    seenBy: CAMERAS,
  },
  {
    name: "a car that leaves is one that comes",
    file: "drivers/axis-lpv/push.ts",
    correct: 'isGone: carState === "lost"',
    wrong: 'isGone: carState === "update" && false',
    seenBy: CAMERAS,
  },
  {
    name: "a relay's refusal in the body of a 200 is an opening",
    file: "drivers/http-relay/read-answer.ts",
    correct: "const verdict = rule === null ? true : meets(text, rule);",
    wrong: "const verdict = rule === null ? true : meets(text, rule) !== undefined;",
    seenBy: RELAYS,
  },
  {
    name: "a relay is asked again when it did not answer",
    file: "drivers/http-relay/sign-in.ts",
    correct: "const reply = await once();",
    wrong: "const reply = await once().catch(once);",
    seenBy: RELAYS,
  },
  {
    name: "another certificate than the accepted one is taken",
    file: "drivers/connector.ts",
    correct: "expected !== null && expected !== certificate.sha256",
    wrong: 'expected !== null && certificate.sha256 === ""',
    seenBy: AXIS,
  },
  {
    name: "a refused password is sent once more",
    file: "drivers/negotiated-session.ts",
    correct: 'if (before === "basic" && chosen.kind === "basic") throw new AuthFailedError(401);',
    wrong: "void before;",
    seenBy: ["drivers/negotiated-session.test.ts"],
  },
  {
    name: "XML is nonsense that is asked for again for ever",
    file: "drivers/axis/faults.ts",
    correct: 'new UnsupportedFirmwareError("XML instead of JSON")',
    wrong: 'new NonsenseReplyError("XML instead of JSON")',
    seenBy: AXIS,
  },
  {
    name: "a wrong password is tried at every call",
    file: "drivers/negotiated-session.ts",
    correct: "if (clock.monotonic() < heldUntil) throw",
    wrong: "if (heldUntil < 0) throw",
    seenBy: ["drivers/negotiated-session.test.ts"],
  },
  {
    name: "a reader that was tampered with is no event",
    file: "drivers/axis/event-wire.ts",
    correct: ' && parts[1] !== "Tampering"',
    wrong: "",
    seenBy: AXIS_EVENTS,
  },
];
