// An installation where all is well, for the tests of this folder.
import type { OperationsStatus } from "#contract/functions/operations-status.ts";

export const wellStatus = (now: number): OperationsStatus => ({
  success: true,
  version: "4.5.6",
  node: "24.4.1",
  postgres: "17.5",
  schema: { code: 212, database: 212 },
  started_at: new Date(now - 3_600_000).toISOString(),
  database_bytes: 31_500_000,
  disk: { free: 80_000_000_000, total: 100_000_000_000 },
  controllers: { online: 1, unknown: 1 },
  workers: { leased: 2, due: 3, paused: false, running_here: 2, limit: 32 },
  replicas: { pending: 0, failed: 0, oldest: null, removals: 0, oldest_removal: null },
  mail: { configured: true, queued: 4, oldest: 60, failed_day: 0 },
  backup: {
    taken_at: new Date(now - 2 * 3_600_000).toISOString(),
    bytes: 4_200_000,
    rows: 12,
    file_name: "natt.portal",
  },
  installation_webhook: { enabled: true, rotated_at: null, previous_until: null, gates: [] },
  refused_calls: [],
  certificate: { host: "portal.example", valid_to: new Date(now + 60 * 86_400_000).toISOString() },
});
