// The file that finders of vulnerabilities look for (RFC 9116): whom to write to.
import type { FastifyPluginAsync } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError, sendError } from "#server/platform/http/errors.ts";

/** RFC 9116 section 2.5.5 recommends less than a year. */
const VALID_MS = 180 * 86_400_000;

export const securityTextPlugin: FastifyPluginAsync<{
  deps: Pick<Deps, "config" | "clock">;
  publicUrl: string;
}> = async (app, { deps, publicUrl }) => {
  const { securityContact } = deps.config;
  app.setErrorHandler(sendError);
  app.get("/.well-known/security.txt", async (_request, reply) => {
    if (securityContact === null) throw new PortalError(platformErrors.address_unknown());
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(securityText(securityContact, publicUrl, deps.clock.now()));
  });
};

/**
 * Writes the file for a contact (mailto: or https:). It expires half a year after `now`: the address always serves a fresh file,
 * and old copies show their age.
 */
export function securityText(contact: string, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + VALID_MS).toISOString().replace(/\.\d+Z$/, "Z");
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: sv, en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
