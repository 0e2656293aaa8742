// Serves the page. Hashed files are cached for ever, index.html is revalidated, and unknown paths serve it so that a reload works.

import fastifyStatic from "@fastify/static";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { platformErrors } from "#contract/errors/platform.ts";
import { chapterFor } from "#contract/handbook.ts";
import { HANDBOOK } from "#contract/handbook-address.ts";
import { PortalError } from "./errors.ts";

const API = /^\/(auth|rest|functions|realtime)\/v1(\/|$)/;

export const pagePlugin = fp<{ folder: string }>(async (app, { folder }) => {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/",
    preCompressed: true,
    index: "index.html",
    // The plugin's own route would read the whole folder at every request, to compare names where case does not matter. No file of the page
    // is protected by its name.
    serve: false,
    setHeaders: (reply, path) => {
      void reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  // The link names the page's path and the server chooses the chapter, so that no page carries the list.
  app.get<{ Querystring: { from?: unknown } }>(HANDBOOK, (request, reply) => {
    const { from } = request.query;
    return reply.redirect(chapterFor(typeof from === "string" ? from : ""), 302);
  });
  app.get("/*", (request, reply) => {
    void reply.sendFile(pathOf(request));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const wantsPage =
      (request.method === "GET" || request.method === "HEAD") && !API.test(path) && !path.startsWith("/assets/");
    if (!wantsPage) throw new PortalError(platformErrors.address_unknown());
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
});

function pathOf({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}
