import { createAxisDriver } from "#drivers/axis/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import type { HarnessFault } from "#drivers/conformance.ts";
import type { DoorHarness } from "#drivers/conformance-grants.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import type { NetworkFault } from "#simulators/network/faults.ts";
import { paced } from "#tests/support/pace.ts";

export interface Disposable {
  close(): Promise<void>;
}

export function connectionTo(url: string, changes: Partial<DeviceConnection> = {}): DeviceConnection {
  return {
    baseUrl: new URL(url),
    username: "portal",
    password: "S3cret-pass",
    certSha256: null,
    serial: null,
    allowPlainHttp: true,
    ...changes,
  };
}

export const NETWORK_FAULTS: Record<HarnessFault, NetworkFault> = {
  "lost-before-applied": { kind: "reset-before" },
  "lost-after-applied": { kind: "reset-after" },
  hangs: { kind: "hang" },
  "hangs-after-applied": { kind: "hang-after" },
  garbage: { kind: "garbage" },
  xml: { kind: "xml" },
  html: { kind: "html", status: 200 },
  huge: { kind: "huge" },
  redirect: { kind: "redirect", location: "http://127.0.0.1:9/" },
  overloaded: { kind: "status", status: 503 },
  crash: { kind: "status", status: 500 },
};

/** Returns the conformance suite's harness for a simulated controller; drivers that it opens are pushed to `opened`. */
export function axisHarness(
  simulator: AxisSimulator,
  {
    people,
    pinLengths,
    pinUses,
  }: Pick<DoorHarness["device"], "people" | "pinLengths"> & { pinUses?: DoorHarness["device"]["pinUses"] | undefined },
  opened: Disposable[],
): DoorHarness {
  return {
    open(changes, { forbidden = false } = {}) {
      const network = createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: !forbidden });
      const timeouts = { connectMs: paced(2_000), callMs: paced(1_500) };
      const driver = createAxisDriver(connectionTo(simulator.url, changes), { network, clock: systemClock, timeouts });
      opened.push(driver);
      return driver;
    },
    device: {
      serial: simulator.serial,
      doorTokens: simulator.doorTokens,
      pinUses: pinUses ?? simulator.doorTokens.map(() => "always"),
      people,
      pinLengths,
      certSha256: simulator.certSha256,
      opens: (pin, doorToken, at) => simulator.wouldOpen(pin, doorToken, at),
      credentialCount: () => simulator.credentials().length,
      requests: () => simulator.requests.total(),
      failNext: (fault) => simulator.faults.once(NETWORK_FAULTS[fault]),
      refuse(token) {
        simulator.state.refused.add(token);
        return () => void simulator.state.refused.delete(token);
      },
      offline: () => simulator.faults.offline(),
      installer: {
        closeProfile(token) {
          const { schedules, accessProfiles } = simulator.state;
          const holiday = { Name: "Julhelg", Description: "", Attribute: [], ScheduleDefinition: "" };
          schedules.set("holiday", { ...holiday, token: "holiday", ExceptionScheduleDefinition: CHRISTMAS });
          const profile = accessProfiles.get(token);
          if (!profile) throw new Error(`no profile ${token}`);
          const Schedule = ["standard_always", "holiday"];
          const AccessPolicy = profile.AccessPolicy.map((policy) => ({ ...policy, Schedule }));
          accessProfiles.set(token, { ...profile, Schedule, AccessPolicy });
        },
        switchOff(doorToken) {
          const { accessPoints } = simulator.state;
          for (const point of accessPoints.values())
            if (point.Entity === doorToken) accessPoints.set(point.token, { ...point, Enabled: false });
        },
        changeAlways(how) {
          const { schedules } = simulator.state;
          const always = schedules.get("standard_always");
          if (!always) throw new Error("no schedule of all hours");
          schedules.delete("standard_always");
          if (how === "exception")
            schedules.set("standard_always", { ...always, ExceptionScheduleDefinition: CHRISTMAS });
          if (how === "shorter") schedules.set("standard_always", { ...always, ScheduleDefinition: LUNCH });
        },
      },
    },
  };
}

const LUNCH = [
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "DTSTART:20200106T110000",
  "DTEND:20200106T130000",
  "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

const CHRISTMAS = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "SUMMARY:Julafton",
  "DTSTART:20261224T000000",
  "DTEND:20261225T000000",
  "DTSTAMP:20260101T000000",
  "UID:1",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");
