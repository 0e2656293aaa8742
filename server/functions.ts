import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { z } from "zod";
import { platformErrors } from "#contract/errors/platform.ts";
import { languageOf } from "#server/platform/http/accept-language.ts";
import { adminManager } from "./administrators/admin-manager.function.ts";
import { sendWelcomeEmail } from "./administrators/send-welcome-email.function.ts";
import { alertControl } from "./alerts/alert-control.function.ts";
import type { AuthService } from "./auth/auth-service.ts";
import { backupControl } from "./backup/backup-control.function.ts";
import { axisProxy } from "./controllers/axis-proxy.function.ts";
import { axxonProxy } from "./controllers/axxon-proxy.function.ts";
import { controllerManager } from "./controllers/controller-manager.function.ts";
import { doorControl } from "./controllers/door-control.function.ts";
import { examineControllerFunction } from "./controllers/examine-controller.function.ts";
import { schedules } from "./controllers/schedules.function.ts";
import type { GateDrivers } from "./devices/gate-drivers.ts";
import { getWebhookCredentials } from "./gates/get-webhook-credentials.function.ts";
import { nearMiss } from "./gates/near-miss.function.ts";
import { testMail } from "./notices/test-mail.function.ts";
import { about } from "./operations/about.function.ts";
import { operationsStatus } from "./operations/operations-status.function.ts";
import { accessPreview } from "./passages/access-preview.function.ts";
import { applyFix } from "./passages/apply-fix.function.ts";
import { askDoorUnit } from "./passages/ask-unit.function.ts";
import { explainPassage } from "./passages/explain-passage.function.ts";
import { grantedPassages } from "./passages/granted-passages.function.ts";
import { passageImage } from "./passages/passage-image.function.ts";
import { accessGroups } from "./people/access-groups.function.ts";
import { endUserManager } from "./people/end-user-manager.function.ts";
import { peopleImport } from "./people/people-import.function.ts";
import { personData } from "./people/person-data.function.ts";
import { chargePinAttempts } from "./people/pin-attempts.ts";
import { vehicleImport } from "./people/vehicle-import.function.ts";
import type { SessionClaims } from "./platform/database/as-user.ts";
import type { Deps } from "./platform/deps.ts";
import { FileReply } from "./platform/functions/action.ts";
import { admitted } from "./platform/functions/as-caller.ts";
import type { PortalFunction } from "./platform/functions/define-function.ts";
import { unknownKey } from "./platform/functions/unknown-key.ts";
import { PortalError, sendError, toPortalError } from "./platform/http/errors.ts";
import type { SyncEngine } from "./reconcile/engine/engine.ts";
import { restoreControl } from "./reconcile/restore/restore-control.function.ts";
import { syncControl } from "./reconcile/sync-control/sync-control.function.ts";
import type { Tls } from "./tls/serve-tls.ts";
import { generateWeeklyCodes } from "./weekly-codes/generate-weekly-codes.function.ts";
import { ownWeeklyCodes } from "./weekly-codes/own-weekly-codes.function.ts";

export interface FunctionDeps extends Deps {
  sync: SyncEngine;
  tls: Tls;
  auth: Pick<AuthService, "administration" | "settings" | "limiter">;
  gateDrivers: GateDrivers;
  /** A login that may migrate. */
  adminUrl: string;
}

type Listed = PortalFunction<FunctionDeps>;

export const FUNCTIONS: readonly Listed[] = [
  about,
  accessGroups,
  accessPreview,
  adminManager,
  alertControl,
  applyFix,
  askDoorUnit,
  axisProxy,
  axxonProxy,
  backupControl,
  controllerManager,
  doorControl,
  endUserManager,
  examineControllerFunction,
  explainPassage,
  grantedPassages,
  generateWeeklyCodes,
  getWebhookCredentials,
  nearMiss,
  operationsStatus,
  ownWeeklyCodes,
  passageImage,
  peopleImport,
  personData,
  restoreControl,
  schedules,
  sendWelcomeEmail,
  syncControl,
  testMail,
  vehicleImport,
];

export interface FunctionsOptions {
  deps: FunctionDeps;
  /** Returns the session's claims; throws PortalError 401. */
  signedIn: (request: FastifyRequest) => SessionClaims;
  functions?: readonly Listed[];
}

export const functionsPlugin: FastifyPluginAsync<FunctionsOptions> = async (app, options) => {
  const { signedIn, functions = FUNCTIONS } = options;
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new PortalError(platformErrors.function_unknown());
  });
  // Replies hold passwords, PINs and webhook credentials, so they must not be cached.
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  for (const fn of functions) {
    app.route({
      method: fn.method,
      url: `/${fn.name}`,
      // Checked before the body: the server reads no body of a caller who is not signed in.
      onRequest: async (request) => void signedIn(request),
      handler: async (request, response) => {
        try {
          const reply = await answer(options, fn, request);
          if (reply instanceof FileReply) return response.type(reply.type).send(reply.bytes);
          return { success: true, ...reply };
        } catch (error) {
          throw fn.named === undefined ? error : fn.named(toPortalError(error), request.body);
        }
      },
    });
  }
};

async function answer({ deps, signedIn }: FunctionsOptions, fn: Listed, request: FastifyRequest) {
  const claims = signedIn(request);
  const input = fn.input.safeParse(fn.method === "GET" ? request.query : (request.body ?? {}));
  if (!input.success) throw refusal(fn.name, input.error);
  const field = fn.method === "GET" ? null : unknownKey(fn.input, request.body ?? {});
  if (field !== null) throw new PortalError(platformErrors.field_unknown({ field }), { field });
  return admitted(deps.pools.user, { claims, role: fn.role, repeat: chargePinAttempts }, (asCaller) =>
    fn.handle(deps, { input: input.data, claims, asCaller, language: languageOf(request) }),
  );
}

/** Returns the refusal. An unknown action is refused by its name, not as a malformed body. */
function refusal(name: string, error: z.ZodError): Error {
  const unknown = error.issues.some((issue) => issue.code === "invalid_union" && issue.path[0] === "action");
  if (!unknown) return error;
  return new PortalError(platformErrors.action_unknown({ name }), { cause: error });
}
