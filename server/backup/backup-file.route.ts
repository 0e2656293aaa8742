// Downloads a back-up. A form posts the ticket, so that the ticket stands in no address and no log.
import type { FastifyPluginAsync } from "fastify";
import { backupFileForm } from "#contract/functions/backup-control.ts";
import type { Deps } from "#server/platform/deps.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { sendBackup } from "./send-backup.ts";

export interface BackupFileOptions {
  deps: Deps;
}

const FORM_LIMIT_BYTES = 8 * 1024;

export const backupFilePlugin: FastifyPluginAsync<BackupFileOptions> = async (app, { deps }) => {
  app.setErrorHandler(sendError);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  );
  app.post("/backup-file", async (request, reply) => {
    const { ticket } = backupFileForm.parse(request.body ?? {});
    const { name, bytes, content } = await sendBackup(deps, ticket);
    return reply
      .type("application/octet-stream")
      .header("content-length", bytes)
      .header("content-disposition", `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`)
      .send(content);
  });
};
