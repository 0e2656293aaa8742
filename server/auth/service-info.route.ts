import type { FastifyInstance } from "fastify";
import type { AuthDeps } from "./deps.ts";

/** Registers GET /health and /settings, which need no session. */
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
    sms_provider: sms === null ? "" : "http",
    /** False without SMTP_URL: emails wait, and a page should say so. */
    mail_configured: mailer.configured,
    saml_enabled: false,
  }));
}
