import type { Logger } from "pino";
import type { DeviceType } from "#contract/devices.ts";
import type { Clock } from "#drivers/clock.ts";
import type { Examination, ExaminationLimits } from "#drivers/examination.ts";
import type { FoundConnection } from "#drivers/find-connection.ts";
import type { DeviceConnection, DoorController, PlateController } from "#drivers/port.ts";
import type { Config } from "./config.ts";
import type { KeyRing } from "./crypto/key-ring.ts";
import type { Pools } from "./database/pools.ts";
import type { TenantGuard } from "./database/tenant-guard.ts";
import type { MailPort } from "./mail/port.ts";
import type { PortalMetrics } from "./metrics/metrics.ts";
import type { WebhookPoster } from "./webhooks/webhook-poster.ts";

/** Opens a controller's driver; the caller closes it. */
export interface Drivers {
  openDoorController: (connection: DeviceConnection, deviceType: DeviceType) => DoorController;
  openPlateController: (connection: DeviceConnection, deviceType: DeviceType) => PlateController;
  /** Asks a unit for everything that its driver relies on, and changes nothing. Throws DeviceError. */
  examine: (connection: DeviceConnection, deviceType: DeviceType, limits: ExaminationLimits) => Promise<Examination>;
  /** Tries candidates one after the other, without an account. Throws DeviceError. */
  findConnection: (candidates: readonly URL[], asked: { allowOldTls: boolean }) => Promise<FoundConnection>;
}

export interface Deps {
  config: Config;
  clock: Clock;
  log: Logger;
  keys: KeyRing;
  pools: Pools;
  drivers: Drivers;
  mail: MailPort;
  webhooks: WebhookPoster;
  guard: TenantGuard;
  metrics: PortalMetrics;
}
