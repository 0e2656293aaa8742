import type { FastifyInstance } from "fastify";
import { recoveryCodesRequestSchema } from "#contract/auth.ts";
import type { AuthDeps } from "../deps.ts";
import { requireSession } from "../sign-in/authenticate.ts";
import {
  makeRecoveryCodes,
  presentCodes,
  remakeRecoveryCodes,
  removeRecoveryCodes,
  useRecoveryCode,
} from "./recovery-codes.ts";

export function recoveryCodeRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.get("/factors/recovery-codes", async (request) => presentCodes(deps, await requireSession(request, deps)));
  app.post("/factors/recovery-codes", async (request) => {
    const session = await requireSession(request, deps);
    const { friendly_name } = recoveryCodesRequestSchema.parse(request.body ?? undefined) ?? {};
    return makeRecoveryCodes(deps, session, friendly_name);
  });
  app.post("/factors/recovery-codes/regenerate", async (request) =>
    remakeRecoveryCodes(deps, await requireSession(request, deps)),
  );
  app.post("/factors/recovery-codes/verify", async (request, reply) => useRecoveryCode(request, reply, deps));
  app.delete("/factors/recovery-codes", async (request) =>
    removeRecoveryCodes(deps, await requireSession(request, deps)),
  );
}
