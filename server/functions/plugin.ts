// /functions/v1: one route a function. Bodies are parsed with the contract's schema; errors leave in one shape.
import { languageOf } from "../http/accept-language.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { SessionClaims } from "../database/as-user.ts";
import { PortalError, sendError } from "../http/errors.ts";
import { adminManager } from "./admin-manager.ts";
import { alertControl } from "./alert-control.ts";
import { axisProxy } from "./axis-proxy.ts";
import { axxonProxy } from "./axxon-proxy.ts";
import { controllerManager } from "./controller-manager.ts";
import { endUserManager } from "./end-user-manager.ts";
import type { FunctionDeps, PortalFunction } from "./function.ts";
import { generateWeeklyCodes } from "./generate-weekly-codes.ts";
import { getWebhookCredentials } from "./get-webhook-credentials.ts";
import { operationsStatus } from "./operations-status.ts";
import { personData } from "./person-data.ts";
import { restoreControl } from "./restore-control.ts";
import { sendWelcomeEmail } from "./send-welcome-email.ts";
import { syncControl } from "./sync-control.ts";
import { vehicleImport } from "./vehicle-import.ts";

export const FUNCTIONS: readonly PortalFunction[] = [
  adminManager,
  alertControl,
  axisProxy,
  axxonProxy,
  controllerManager,
  endUserManager,
  generateWeeklyCodes,
  getWebhookCredentials,
  operationsStatus,
  personData,
  restoreControl,
  sendWelcomeEmail,
  syncControl,
  vehicleImport,
];

export interface FunctionsOptions {
  deps: FunctionDeps;
  /** Reads and verifies the bearer token; throws PortalError 401. */
  signedIn: (request: FastifyRequest) => SessionClaims;
}

export const functionsPlugin: FastifyPluginAsync<FunctionsOptions> = async (app, { deps, signedIn }) => {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new PortalError(platformErrors.function_unknown());
  });
  // Replies hold temporary passwords, PINs and webhook credentials: nothing between us and the page may keep them.
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  for (const fn of FUNCTIONS) {
    app.route({
      method: fn.method,
      url: `/${fn.name}`,
      handler: async (request) => {
        const claims = signedIn(request);
        const input = fn.input.safeParse(fn.method === "GET" ? request.query : (request.body ?? {}));
        if (!input.success) throw refusal(fn.name, input.error);
        return { success: true, ...(await fn.handle(deps, { input: input.data, claims, language: languageOf(request) })) };
      },
    });
  }
};

/** An action that the function does not know is named as such instead of as a malformed body. */
function refusal(name: string, error: z.ZodError): Error {
  const unknown = error.issues.some((issue) => issue.code === "invalid_union" && issue.path[0] === "action");
  if (!unknown) return error;
  return new PortalError(platformErrors.action_unknown({ name }), { cause: error });
}
