// The console's one-time link: an empty installation takes a back-up in place of a first system admin.
import type { FastifyPluginAsync } from "fastify";
import {
  firstRestoreKeys,
  firstRestoreRequest,
  UPLOAD_PIECE_BYTES,
  uploadPiece,
} from "#contract/functions/first-restore.ts";
import { checkSetupLink } from "#server/administrators/make-first-admin.ts";
import { sendError } from "#server/platform/http/errors.ts";
import {
  beginFirstRestore,
  type FirstRestoreDeps,
  previewFirstRestore,
  readFirstRestore,
  requireEmpty,
} from "./order-first-restore.ts";
import { takePiece, uploadTooLarge } from "./upload-backup.ts";

export interface FirstRestoreOptions {
  deps: FirstRestoreDeps;
}

export const firstRestorePlugin: FastifyPluginAsync<FirstRestoreOptions> = async (app, { deps }) => {
  app.setErrorHandler((error, request, reply) => {
    const isTooLarge = error instanceof Error && "statusCode" in error && error.statusCode === 413;
    return sendError(isTooLarge ? uploadTooLarge(deps.config) : error, request, reply);
  });
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  app.addContentTypeParser<Buffer>(
    "application/octet-stream",
    { parseAs: "buffer", bodyLimit: UPLOAD_PIECE_BYTES },
    (_request, piece, done) => done(null, piece),
  );
  app.post("/first-restore/status", async (request) => {
    const { token } = firstRestoreRequest.parse(request.body ?? {});
    return { success: true, ...(await readFirstRestore(deps, token)) };
  });
  app.post(
    "/first-restore/piece",
    {
      // A stranger's body is not read.
      onRequest: async (request) => {
        const { token, offset } = uploadPiece.parse(request.query);
        await (offset === 0 ? requireEmpty(deps, token) : checkSetupLink(deps, token));
      },
    },
    async (request) => {
      const { offset, size } = uploadPiece.parse(request.query);
      const piece = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return { success: true, received: await takePiece(deps.config, { offset, size, piece }) };
    },
  );
  app.post("/first-restore/preview", async (request) => ({
    success: true,
    ...(await previewFirstRestore(deps, firstRestoreKeys.parse(request.body ?? {}))),
  }));
  app.post("/first-restore/begin", async (request) => {
    await beginFirstRestore(deps, firstRestoreKeys.parse(request.body ?? {}));
    return { success: true };
  });
};
