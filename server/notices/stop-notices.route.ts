// The address in List-Unsubscribe. POST switches off, from a mail server (RFC 8058) or the page. GET changes nothing, because mail scanners
// follow links: it leads to the page, which asks.
import type { FastifyPluginAsync } from "fastify";
import { stopNoticesLink } from "#contract/functions/stop-notices.ts";
import { STOP_NOTICES } from "#contract/stop-notices-link.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { type StopNoticesDeps, stopNotices } from "./stop-notices.ts";

/** Ignores the body (`List-Unsubscribe=One-Click`, in any form): the token decides. */
const BODY_MAX_BYTES = 4096;

export const stopNoticesPlugin: FastifyPluginAsync<{ deps: StopNoticesDeps }> = async (app, { deps }) => {
  app.setErrorHandler(sendError);
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_MAX_BYTES }, async () => null);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  app.get("/stop-notices", async (request, reply) => {
    const { token } = stopNoticesLink.parse(request.query);
    return reply.redirect(`/auth?${STOP_NOTICES}=${encodeURIComponent(token)}`, 303);
  });
  app.post("/stop-notices", async (request) => {
    const { token } = stopNoticesLink.parse(request.query);
    return { success: true, kind: await stopNotices(deps, token) };
  });
};
