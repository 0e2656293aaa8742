// Types of the reads that devices send by themselves, and of the setting that tells them where to send.

/** Reads a body that a device sent by itself, chunk by chunk; it keeps the event and drops images. */
export interface PushReader {
  add: (chunk: Buffer) => void;
  /** Ends the body; throws NonsenseReplyError. */
  end: () => DevicePush;
}

/** A plate that a device reports by itself. Several pushes of one car are one read. */
export interface PlatePush {
  plateText: string;
  carId: string;
  /** The car has left: nothing to decide. */
  isGone: boolean;
  /** Time by the device's clock. */
  capturedAt: Date;
}

/** `heartbeat`: a sign of life that a device sends at set times. */
export type DevicePush = PlatePush | "heartbeat";

/** The address and account for a device's pushes. */
export interface PushTarget {
  url: string;
  username: string;
  password: string;
  /**
   * Tells whether an address (without scheme) is the portal's but belongs to another or a deleted device, so that the settings were copied.
   */
  isCopied: (address: string) => boolean;
}

/** `left`: the device's heartbeat is used for another receiver. `missing`: the device has none. */
export interface PushSetUp {
  heartbeat: "set" | "left" | "missing";
}
