// An in-memory door controller for timing that a network cannot give. It decides as the device does, so tests ask it.
import { DeviceFaultError, SerialChangedError, UnreachableError } from "#drivers/errors.ts";
import type {
  DeviceConnection,
  DeviceCredential,
  DeviceDoor,
  DeviceDoorProfile,
  DeviceUser,
  DoorController,
} from "#drivers/port.ts";

type Call = "identify" | "read" | "write";

export interface FakeDevice {
  readonly users: Map<string, DeviceUser>;
  readonly credentials: Map<string, DeviceCredential>;
  readonly profiles: Map<string, DeviceDoorProfile>;
  doors: DeviceDoor[];
  serial: string;
  certSha256: string;
  /** Throws or waits before a call takes effect; `target` is the object's token, if any. */
  before: ((call: Call, target: string | null) => Promise<void> | void) | null;
  /** Throws after a write took effect: the reply is lost. */
  after: ((target: string) => Promise<void> | void) | null;
  /** Returns the stored form of a written credential, for devices that lie. */
  keeps: (credential: DeviceCredential) => DeviceCredential | null;
  readonly writes: string[];
  readonly calls: Record<Call, number>;
  /** Counts concurrent writes; more than one means two workers on one device. */
  writesUnderWay: number;
  mostWritesAtOnce: number;
  wouldOpen(pin: string, doorToken: string, at?: Date): boolean;
  open(connection: DeviceConnection): DoorController;
}

export function makeFakeDevice(
  doorNames: readonly string[] = ["Entré", "Garage"],
  serial = "ACCC8E000001",
): FakeDevice {
  const device: FakeDevice = {
    users: new Map(),
    credentials: new Map(),
    profiles: new Map(),
    doors: doorNames.map((name, index) => makeDoor(name, `door-${index + 1}`)),
    serial,
    certSha256: "a".repeat(64),
    before: null,
    after: null,
    keeps: (credential) => credential,
    writes: [],
    calls: { identify: 0, read: 0, write: 0 },
    writesUnderWay: 0,
    mostWritesAtOnce: 0,
    wouldOpen: (pin, doorToken, at = new Date()) => wouldOpen(device, pin, doorToken, at),
    open: (connection) => openFake(device, connection),
  };
  return device;
}

export function makeDoor(name: string, doorToken: string): DeviceDoor {
  return {
    doorToken,
    name,
    description: "",
    accessPointTokens: [`${doorToken}-in`],
    pinMin: 4,
    pinMax: 6,
    pinUse: "always",
    pinHours: null,
  };
}

export function offline(): never {
  throw new UnreachableError("connection refused");
}

export function refuse(): never {
  throw new DeviceFaultError({ status: 400, faultCode: "ter:InvalidArgVal", faultSubCode: null, text: "no room" });
}

function wouldOpen(device: FakeDevice, pin: string, doorToken: string, at: Date): boolean {
  const accessPoints = device.doors.find((door) => door.doorToken === doorToken)?.accessPointTokens ?? [];
  return [...device.credentials.values()].some(
    (credential) =>
      credential.pin === pin &&
      credential.enabled &&
      (credential.validFrom === null || Date.parse(credential.validFrom) <= at.getTime()) &&
      (credential.validTo === null || at.getTime() < Date.parse(credential.validTo)) &&
      credential.profileTokens.some((token) => {
        const profile = device.profiles.get(token);
        return (
          profile?.enabled && profile.always && accessPoints.some((point) => profile.accessPointTokens.includes(point))
        );
      }),
  );
}

function openFake(device: FakeDevice, connection: DeviceConnection): DoorController {
  let pinned = connection.serial;
  const turn = async (call: Call, target: string | null): Promise<void> => {
    device.calls[call]++;
    await device.before?.(call, target);
    if (pinned !== null && pinned !== device.serial) throw new SerialChangedError(pinned, device.serial);
  };
  const write = async (target: string, change: () => void): Promise<void> => {
    device.writesUnderWay++;
    device.mostWritesAtOnce = Math.max(device.mostWritesAtOnce, device.writesUnderWay);
    try {
      await turn("write", target);
      change();
      device.writes.push(target);
      await device.after?.(target);
    } finally {
      device.writesUnderWay--;
    }
  };
  const read = async <T>(answer: () => T): Promise<T> => {
    await turn("read", null);
    return structuredClone(answer());
  };
  return {
    identify: async () => {
      await turn("identify", null);
      pinned = device.serial;
      return {
        vendor: "fake",
        model: "F1",
        firmware: "1",
        serial: device.serial,
        certificate: {
          sha256: device.certSha256,
          subject: device.serial,
          issuer: device.serial,
          validTo: null,
          tls: null,
        },
        clockSkewMs: 0,
        units: device.doors.length,
        warnings: [],
      };
    },
    readDoors: () => read(() => device.doors),
    listProfiles: () => read(() => [...device.profiles.values()]),
    putDoorProfile: async (put) => {
      await write(put.token, () => device.profiles.set(put.token, { ...put, enabled: true, always: true }));
      return put.token;
    },
    getUsers: (tokens) => read(() => tokens.flatMap((token) => device.users.get(token) ?? [])),
    getCredentials: (tokens) => read(() => tokens.flatMap((token) => device.credentials.get(token) ?? [])),
    listUsers: () => read(() => [...device.users.values()]),
    listCredentials: () => read(() => [...device.credentials.values()]),
    putUser: (user) =>
      write(user.token, () => device.users.set(user.token, { ...user, name: `${user.lastName}, ${user.firstName}` })),
    putCredential: (credential) =>
      write(credential.token, () => {
        const kept = device.keeps(structuredClone(credential));
        if (kept) device.credentials.set(credential.token, kept);
      }),
    removeUser: (token) => write(token, () => device.users.delete(token)),
    removeCredential: (token) => write(token, () => device.credentials.delete(token)),
    systemLog: async () => [],
    close: async () => {},
  };
}
