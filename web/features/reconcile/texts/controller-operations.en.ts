import { counted } from "#web/texts/counted.ts";
import type { controllerOperationTexts } from "./controller-operations.sv.ts";

export const controllerOperations: typeof controllerOperationTexts = {
  syncNow: "Sync now",
  syncing: "Syncing...",
  syncStarted: (count, many) => (many ? `Trying ${count} controllers again` : `Trying ${count} controller again`),
  syncOneStarted: (name) => `Trying ${name} again`,
  syncFailed: "Could not sync",
  compare: "Compare now",
  comparing: (name) => `Comparing ${name}...`,
  compared: (name, count) => `${name} has been compared: ${counted(count, "difference", "differences")}`,
  comparedClean: (name) => `${name} has been compared without differences`,
  rebuild: "Rebuild controller",
  retire: "Retire controller",
  retireOnline: "The controller answers",

  test: "Test connection",
  testOk: "Connection succeeded",
  testFailed: "Connection failed",
  testOkHelp: (name) => `${name} answers. What is waiting is written now.`,
};
