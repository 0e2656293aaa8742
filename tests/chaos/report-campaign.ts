import { keepInDocument } from "#scripts/lib/keep-in-document.ts";

export interface CampaignReport {
  /** Section of docs/reliability.md. */
  section: string;
  found: string;
  write: boolean;
  /** Printed whole, and the command fails; null when every promise held. */
  broken: unknown;
}

export async function reportCampaign({ section, found, write, broken }: CampaignReport): Promise<void> {
  console.log(found);
  if (write) await keepInDocument("reliability.md", section, found);
  if (broken === null) return;
  console.error(JSON.stringify(broken, null, 1));
  process.exitCode = 1;
}
