// Reply headers: the page loads and calls only its own server, and runs only its script files.
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
        // React sets styles through the CSSOM, and the build injects no style element.
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        connectSrc: ["'self'", publicUrl.replace(/^http/, "ws")],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        manifestSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        // The policy that web/boot/before-paint.js makes; a second of that name is refused.
        trustedTypes: ["default"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "no-referrer" },
    crossOriginEmbedderPolicy: false,
  });
  // Only documents have features; API replies save the bytes.
  app.addHook("onSend", async (_request, reply, payload) => {
    if (String(reply.getHeader("content-type")).startsWith("text/html")) {
      void reply.header("permissions-policy", PERMISSIONS_POLICY);
    }
    return payload;
  });
});
