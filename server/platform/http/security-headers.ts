// Headers of every reply: the page may load and call nothing but its own server, and run no script but its files.
import helmet from "@fastify/helmet";
import fp from "fastify-plugin";
import { PERMISSIONS_POLICY } from "./permissions-policy.ts";

export interface SecurityHeaderOptions {
  publicUrl: string;
}

export const securityHeaders = fp<SecurityHeaderOptions>(async (app, { publicUrl }) => {
  const https = publicUrl.startsWith("https://");
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // React sets style properties through the CSSOM, and the build leaves no style element to inject.
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        connectSrc: ["'self'", publicUrl.replace(/^http/, "ws")],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        manifestSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        // The one that web/boot/before-paint.js makes; a second one, also of that name, is refused.
        trustedTypes: ["default"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "no-referrer" },
    crossOriginEmbedderPolicy: false,
  });
  // Only a document has features; answers of the API are spared the bytes.
  app.addHook("onSend", async (_request, reply, payload) => {
    if (String(reply.getHeader("content-type")).startsWith("text/html")) {
      void reply.header("permissions-policy", PERMISSIONS_POLICY);
    }
    return payload;
  });
});
