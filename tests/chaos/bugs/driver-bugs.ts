// Bugs of drivers: plausible misreadings of a vendor's documentation. The test named here must find each.

export interface DriverBug {
  name: string;
  /** Fault point of the wrong statement. */
  point: string;
  /** Text that stands once in the statement. */
  correct: string;
  wrong: string;
  /** Test files; one must fail. */
  seenBy: readonly string[];
}

const AXIS = ["tests/integration/drivers/axis.test.ts"];
const AXIS_EVENTS = ["tests/integration/drivers/axis-events.test.ts"];
const DOORS = ["tests/integration/drivers/door-commands.test.ts"];
const PIN_ALONE = ["tests/integration/doors/pin-alone.test.ts"];
const AXXON = ["tests/integration/drivers/axxon.test.ts", "drivers/axxon/packets.test.ts"];
const RELAYS = ["tests/integration/drivers/http-relay.test.ts", "tests/integration/drivers/relay-presets.test.ts"];
const CAMERAS = ["tests/integration/gates/plate-cameras.test.ts"];

export const DRIVER_BUGS: readonly DriverBug[] = [
  {
    name: "a dry run always asks for Access, though the access point says AccessDoor",
    point: "axis-dry-run-asks-for-access",
    correct: "Action: action,",
    wrong: 'Action: "Access",',
    seenBy: AXIS,
  },
  {
    name: "readers are searched only under IdPoint",
    point: "axis-readers-under-one-name",
    correct: '["IdPoint", "IdPointInfo"]',
    wrong: '["IdPoint"]',
    seenBy: AXIS,
  },
  {
    name: "an access point without authentication profiles lets everybody in",
    point: "axis-no-profile-is-nobody",
    correct: "return NOBODY;",
    wrong: 'return { pinUse: "always", pinHours: null };',
    seenBy: AXIS,
  },
  {
    name: "a PIN rule with a schedule counts as always valid",
    point: "axis-pin-rule-on-schedule",
    correct: 'return { pinUse: "hours", pinHours: { schedules: names, weekly, exceptions } };',
    wrong: "return OPENS_ALWAYS;",
    seenBy: AXIS,
  },
  {
    name: "a rule for card and PIN counts as a rule for PIN alone",
    point: "axis-card-and-pin",
    correct: "if (more.length > 0 || only?.IdDataName",
    wrong: "if (only?.IdDataName",
    seenBy: ["drivers/axis/authentication.test.ts"],
  },
  {
    name: "a profile's rule is found by the factory's name",
    point: "axis-profile-carries-the-pin-rule",
    correct: "[...(profile.pinRules ?? [])]",
    wrong: 'profile.pinRules?.length ? ["PINOnly"] : []',
    seenBy: PIN_ALONE,
  },
  {
    name: "doors with and without their own rule share a joint profile",
    point: "axis-joined-by-pin-rule",
    correct: "Map.groupBy(doors, rulesOf)",
    wrong: 'Map.groupBy(doors, () => "")',
    seenBy: PIN_ALONE,
  },
  {
    name: "a joint profile is removed while a credential names it",
    point: "axis-named-joint-profile",
    correct: "ours.filter((token) => !named.has(token))",
    wrong: "ours.filter((token) => named.size >= 0 && token)",
    seenBy: ["drivers/axis/unused-profiles.test.ts"],
  },
  {
    name: "a validity loses its time of day",
    point: "axis-validity-to-the-second",
    correct: 'return iso.replace(/\\.\\d+(?=Z$)/, "");',
    wrong: 'return iso.replace(/T.*Z$/, "T00:00:00Z");',
    seenBy: AXIS,
  },
  {
    name: "a card on a credential is lost when its PIN is written",
    point: "axis-card-beside-pin",
    correct: "filter((one) => one.Name !== PIN)",
    wrong: 'filter((one) => one.Name === "")',
    seenBy: AXIS,
  },
  {
    name: "a disabled credential is read as enabled",
    point: "axis-disabled-credential",
    correct: 'enabled: credential.Enabled !== false && (credential.Status === "Enabled" || credential.Status === ""),',
    wrong: "enabled: true,",
    seenBy: AXIS,
  },
  {
    name: "reading continues one row too late in the log",
    point: "axis-log-read-on",
    correct: "{ RowID: cursor.row - 1 }",
    wrong: "{ RowID: cursor.row + 1 }",
    seenBy: AXIS_EVENTS,
  },
  {
    name: "lost rows of the log make no gap",
    point: "axis-lost-rows-are-a-gap",
    correct: 'oldest.row > cursor.row ? "overrun" : "reset"',
    wrong: "null",
    seenBy: AXIS_EVENTS,
  },
  {
    name: "digits typed at a reader are stored",
    point: "axis-typed-digits-dropped",
    correct: '  ["State", state],',
    wrong: '  ["State", state],\n  ["PIN", z.string()],\n  ["IdData", z.string()],',
    seenBy: ["drivers/axis/event-wire.test.ts"],
  },
  {
    name: "an opening is sent again when its connection breaks",
    point: "axis-opening-sent-once",
    correct: "freshConnection: true }",
    wrong: "freshConnection: false }",
    seenBy: DOORS,
  },
  {
    name: "a blocked door counts as opened, because it answers success",
    point: "axis-blocked-door",
    correct: 'new Set(["blocked", "locked_down", "locked_open"])',
    wrong: "new Set<DoorMode>()",
    seenBy: DOORS,
  },
  {
    name: "a lock in an unknown state is shown as locked",
    point: "axis-unknown-lock",
    correct: 'MODES.get(mode) ?? "unknown"',
    wrong: 'MODES.get(mode) ?? "locked"',
    seenBy: ["drivers/axis/door-commands.test.ts"],
  },
  {
    name: "a stream of plates is parsed as one object",
    point: "axxon-streamed-plates",
    correct: "const pieces = streamedPieces(reply);",
    wrong: "const pieces = streamedPieces({ ...reply, contentType: String(reply.status) });",
    seenBy: AXXON,
  },
  {
    name: "a stream that breaks off counts as a whole list",
    point: "axxon-broken-stream",
    correct: "if (packets.length > 0 && ",
    wrong: "if (packets.length < 0 && ",
    seenBy: AXXON,
  },
  {
    name: "a change of plates is sent without its last packet",
    point: "axxon-last-packet",
    correct: 'const LAST_PACKET = "EPS_LAST";',
    wrong: 'const LAST_PACKET = "EPS_MORE";',
    seenBy: AXXON,
  },
  {
    name: "a macro is called again when its connection breaks",
    point: "axxon-macro-called-once",
    correct: "freshConnection: true }",
    wrong: "freshConnection: false }",
    seenBy: AXXON,
  },
  {
    name: "a camera's buffered read counts as a present one",
    point: "lpv-buffered-read",
    correct: "capturedAt: new Date(capture_timestamp)",
    wrong: "capturedAt: new Date(capture_timestamp > 0 ? Date.now() : 0)",
    seenBy: CAMERAS,
  },
  {
    name: "a car that leaves counts as an arriving one",
    point: "lpv-car-leaves",
    correct: 'isGone: carState === "lost"',
    wrong: 'isGone: carState === "update" && false',
    seenBy: CAMERAS,
  },
  {
    name: "a relay's refusal in the body of a 200 counts as an opening",
    point: "relay-refusal-in-body",
    correct: "const verdict = rule === null ? true : meets(text, rule);",
    wrong: "const verdict = rule === null ? true : meets(text, rule) !== undefined;",
    seenBy: RELAYS,
  },
  {
    name: "a relay is asked again when it did not answer",
    point: "relay-asked-once",
    correct: "let reply = await ask(kept);",
    wrong: "let reply = await ask(kept).catch(() => ask(kept));",
    seenBy: RELAYS,
  },
  {
    name: "a relay gets a wrong password from every car",
    point: "relay-password-held-back",
    correct: "if (reply.status === 401) memory.refused();",
    wrong: "",
    seenBy: ["tests/integration/drivers/relay-sign-in.test.ts"],
  },
  {
    name: "a certificate other than the accepted one is trusted",
    point: "accepted-certificate",
    correct: "expected !== null && expected !== certificate.sha256",
    wrong: 'expected !== null && certificate.sha256 === ""',
    seenBy: AXIS,
  },
  {
    name: "a refused password is sent once more",
    point: "refused-password-sent-once",
    correct: 'if (before === "basic" && chosen.kind === "basic") throw new AuthFailedError(401);',
    wrong: "void before;",
    seenBy: ["drivers/negotiated-session.test.ts"],
  },
  {
    name: "an XML answer counts as garbage and is requested again for ever",
    point: "axis-xml-is-no-firmware",
    correct: 'new UnsupportedFirmwareError("XML instead of JSON")',
    wrong: 'new NonsenseReplyError("XML instead of JSON")',
    seenBy: AXIS,
  },
  {
    name: "a wrong password is tried at every call",
    point: "wrong-password-held-back",
    correct: "if (clock.monotonic() < heldUntil) throw",
    wrong: "if (heldUntil < 0) throw",
    seenBy: ["drivers/negotiated-session.test.ts"],
  },
  {
    name: "tampering with a reader makes no event",
    point: "axis-tampering-is-an-event",
    correct: ' && parts[1] !== "Tampering"',
    wrong: "",
    seenBy: AXIS_EVENTS,
  },
  {
    name: "a call of a switched-off macro counts as an opening",
    point: "axxon-macro-switched-off",
    correct: "left > 0 && (await saidToBeOff(session, macroId, left))",
    wrong: "left > timeoutMs && (await saidToBeOff(session, macroId, left))",
    seenBy: AXXON,
  },
  {
    name: "a camera with copied settings opens the other camera's gate",
    point: "lpv-copied-configuration",
    correct: "await deps.isAnothers(id, address)",
    wrong: "(await deps.isAnothers(id, address)) && address === id",
    seenBy: CAMERAS,
  },
  {
    name: "a camera that is set up goes on sending with the settings that were copied into it",
    point: "lpv-copied-receiver",
    correct: "if (profile !== ours)",
    wrong: "if (profile === undefined)",
    seenBy: ["tests/integration/drivers/axis-lpv.test.ts"],
  },
];
