// A ticket for one file and one session, for a minute: a browser's own download cannot send the session's token.
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { backupErrors } from "#contract/errors/backup.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";

const VALID_MS = 60_000;

const ticketSchema = z.object({ id: z.uuid(), sub: z.uuid(), session_id: z.uuid(), until: z.number() });
type Ticket = z.infer<typeof ticketSchema>;

/** Returns a signed ticket that names the file, the account, the session and its end. */
export function makeTicket(
  { keys, clock }: Pick<Deps, "keys" | "clock">,
  { id, sub, session_id }: { id: string } & SessionClaims,
): string {
  const ticket: Ticket = { id, sub, session_id, until: clock.now().getTime() + VALID_MS };
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${text}.${sign(keys, text).toString("base64url")}`;
}

/** Reads a ticket. Throws PortalError 403 for a changed or expired ticket. */
export function readTicket({ keys, clock }: Pick<Deps, "keys" | "clock">, ticket: string): Ticket {
  const [text = "", signature = ""] = ticket.split(".");
  const given = Buffer.from(signature, "base64url");
  const right = sign(keys, text);
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw ended();
  const read = ticketSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  if (read.until < clock.now().getTime()) throw ended();
  return read;
}

const ended = () => new PortalError(backupErrors.backup_ticket_ended());

function sign(keys: Deps["keys"], text: string): Buffer {
  return createHmac("sha256", keys.derive("backup/download")).update(text).digest();
}
