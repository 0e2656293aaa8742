// Hashed files are cached for ever, index.html is revalidated, and unknown paths serve it so that a reload works.

import fastifyStatic from "@fastify/static";
import fp from "fastify-plugin";
import { platformErrors } from "#contract/errors/platform.ts";
import { PortalError } from "./errors.ts";

const API = /^\/(auth|rest|functions|realtime)\/v1(\/|$)/;

export const pagePlugin = fp<{ folder: string }>(async (app, { folder }) => {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/",
    preCompressed: true,
    index: "index.html",
    setHeaders: (reply, path) => {
      void reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const wantsPage =
      (request.method === "GET" || request.method === "HEAD") && !API.test(path) && !path.startsWith("/assets/");
    if (!wantsPage) throw new PortalError(platformErrors.address_unknown());
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
});
