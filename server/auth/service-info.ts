// GET /health and /settings: that the service answers, and which ways of signing in there are.
import type { FastifyInstance } from "fastify";
import type { AuthDeps } from "./deps.ts";

export function serviceInfoRoutes(
  app: FastifyInstance,
  { oidc, sms, mailer }: Pick<AuthDeps, "oidc" | "sms" | "mailer">,
): void {
  app.get("/health", async () => ({ name: "auth", version: "1", description: "Inloggning" }));
  app.get("/settings", async () => ({
    external: {
      email: true,
      phone: false,
      anonymous_users: false,
      ...Object.fromEntries(oidc.names.map((name) => [name, true])),
    },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    /** Empty: there are no text messages, so no phone as second factor. */
    sms_provider: sms === null ? "" : "http",
    /** False: letters wait until the server has an SMTP_URL, which a page should say before somebody waits for one. */
    mail_configured: mailer.configured,
    saml_enabled: false,
  }));
}
