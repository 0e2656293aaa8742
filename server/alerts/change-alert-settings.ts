import type { PoolClient } from "pg";
import type { AlertSettings } from "#contract/alerts.ts";
import { saveAlertSettings, saveOptOuts } from "./alerts.store.ts";

/** Saves the limits, and which system admins get no mail. */
export async function changeAlertSettings(
  client: PoolClient,
  settings: AlertSettings,
  withoutMail: readonly string[],
): Promise<void> {
  await saveAlertSettings(client, settings);
  await saveOptOuts(client, withoutMail);
}
