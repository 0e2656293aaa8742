// The data of AXIS License Plate Verifier on the camera: three push profiles, a heartbeat and the list of admitted plates.

export interface ListEntry {
  plate: string;
  /** MM-DD-YYYY. */
  date: string;
  description: string;
}

export interface LpvAppSnapshot {
  profiles: Record<string, string>[];
  heartbeat: Record<string, string>;
  allowed: ListEntry[];
}

const PROFILE = {
  url: "",
  latitude: "55.70421",
  longitude: "13.19366",
  sensorProviderID: "defaultID",
  protocol: "1",
  enable: "false",
  skip_image_in_post: "false",
  event_new: "true",
  event_update: "false",
  event_lost: "false",
  use_multipart: "true",
  use_event_buffer: "true",
  user: "",
  password: "",
  http_auth_type: "0",
  send_second_image: "false",
  second_image_type: "21",
  path_template: "",
  x_auth_key: "",
};
const HEARTBEAT = {
  url: "",
  user: "",
  password: "",
  period: "60",
  enable: "false",
  x_auth_key: "",
  http_auth_type: "0",
};
const BOOLEANS =
  /^(?:enable|skip_image_in_post|event_new|event_update|event_lost|use_multipart|use_event_buffer|send_second_image)$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PERIODS = ["5", "10", "30", "60", "1440"];

export interface LpvTarget {
  url: string;
  username: string;
  password: string;
  multipart: boolean;
}

export class LpvApp {
  readonly profiles: Map<string, string>[] = [1, 2, 3].map(() => new Map(Object.entries(PROFILE)));
  heartbeat = new Map<string, string>(Object.entries(HEARTBEAT));
  /** By plate as it was written. */
  readonly allowed = new Map<string, ListEntry>();
  /** Plates that the app refuses on every list, for reasons that the portal cannot know. */
  readonly refusedPlates = new Set<string>();
  /** Older versions have one profile and no heartbeat. */
  isOld = false;
  /** Its answers leave passwords out. */
  hidesPasswords = false;
  /** Its booleans are 1 and 0. */
  writesDigits = false;
  /** The app answers OK to new settings and keeps the old ones. */
  keepsNothing = false;
  /** Pages whose settings have a group of fields inside, as another version might. */
  readonly nestedPages = new Set<string>();

  /** Changes settings; returns null, refused, when a field is missing, unknown or invalid. */
  change(old: ReadonlyMap<string, string>, sent: ReadonlyMap<string, string> | null): Map<string, string> | null {
    // Fault point: sim-lpv-whole-settings.
    if (sent === null || sent.size !== old.size || [...sent.keys()].some((name) => !old.has(name))) return null;
    const booleans = this.writesDigits ? /^[01]$/ : /^(?:true|false)$/;
    for (const [name, text] of sent) {
      if (BOOLEANS.test(name) && !booleans.test(text)) return null;
      // Fault point: sim-lpv-encoded-address.
      if ((name === "url" || name === "password") && !BASE64.test(text)) return null;
      if (name === "protocol" && !["1", "8", "16"].includes(text)) return null;
      if (name === "period" && !PERIODS.includes(text)) return null;
      if (/^(?:latitude|longitude)$/.test(name) && !/^-?\d+(?:\.\d+)?$/.test(text)) return null;
    }
    return this.keepsNothing ? new Map(old) : this.#inWords(sent);
  }

  shown(settings: ReadonlyMap<string, string>): Map<string, string> {
    return new Map(
      [...settings].map(([name, text]) => {
        if (this.hidesPasswords && name === "password") return [name, ""];
        return [name, this.writesDigits && BOOLEANS.test(name) ? String(Number(text === "true")) : text];
      }),
    );
  }

  /** Returns the receivers of events: every profile that is on and posts. */
  targets(): LpvTarget[] {
    return this.profiles.filter((one) => one.get("enable") === "true" && one.get("protocol") === "1").map(targetOf);
  }

  /** Returns the receiver whose answer is looked at: the first. */
  target(): LpvTarget | null {
    return this.targets()[0] ?? null;
  }

  heartbeatTarget(): LpvTarget | null {
    return this.heartbeat.get("enable") === "true" ? targetOf(this.heartbeat) : null;
  }

  dump(): LpvAppSnapshot {
    const plain = (fields: ReadonlyMap<string, string>) => Object.fromEntries(fields);
    return {
      profiles: this.profiles.map(plain),
      heartbeat: plain(this.heartbeat),
      allowed: [...this.allowed.values()],
    };
  }

  restore({ profiles, heartbeat, allowed }: LpvAppSnapshot): void {
    for (const [index, fields] of profiles.entries()) this.profiles[index] = new Map(Object.entries(fields));
    this.heartbeat = new Map(Object.entries(heartbeat));
    for (const entry of allowed) this.allowed.set(entry.plate, entry);
  }

  #inWords(sent: ReadonlyMap<string, string>): Map<string, string> {
    return new Map(
      [...sent].map(([name, text]) => [name, this.writesDigits && BOOLEANS.test(name) ? String(text === "1") : text]),
    );
  }
}

function targetOf(fields: ReadonlyMap<string, string>): LpvTarget {
  const text = (name: string) => fields.get(name) ?? "";
  const decoded = (name: string) => Buffer.from(text(name), "base64").toString("utf8");
  const url = decoded("url");
  return {
    // An address without a scheme is http.
    url: /^https?:\/\//i.test(url) ? url : `http://${url}`,
    username: text("user"),
    password: decoded("password"),
    multipart: text("use_multipart") === "true",
  };
}
