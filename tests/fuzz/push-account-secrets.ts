// Pushes the secrets of accounts: passwords, tokens, codes and factors.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Bench, deleteAttempts } from "./secret-bench.ts";

export async function sessionTokens({ call, learn, portal }: Bench): Promise<void> {
  const { email, password } = portal.accounts.syd;
  await deleteAttempts(portal);
  const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() });
  const first = session.parse(
    await call("sign-in", "nobody", {
      path: "/auth/v1/token?grant_type=password",
      body: { email, password },
      shows: true,
    }),
  );
  const second = session.parse(
    await call("refresh", "nobody", {
      path: "/auth/v1/token?grant_type=refresh_token",
      body: { refresh_token: first.refresh_token },
      shows: true,
    }),
  );
  learn(password);
  for (const { access_token, refresh_token } of [first, second]) {
    learn(access_token.split(".")[2]);
    learn(refresh_token);
  }
  const headers = { authorization: `Bearer ${second.access_token}` };
  await call("user", "nobody", { method: "GET", path: "/auth/v1/user", headers });
  await call("sessions", "nobody", { method: "GET", path: "/auth/v1/sessions", headers });
  await call("logout", "nobody", { path: "/auth/v1/logout?scope=local", headers });
  await call("use after logout", "nobody", { method: "GET", path: "/rest/v1/end_users", headers });
}

export async function wrongAttempts({ call, newText, random, portal }: Bench): Promise<void> {
  await deleteAttempts(portal);
  const secret = newText("wrong");
  const email = random.pick([portal.accounts.syd.email, "okand@x.example"]);
  await random.pick([
    () =>
      call("wrong password", "nobody", {
        path: "/auth/v1/token?grant_type=password",
        body: { email, password: secret },
      }),
    () =>
      call("password as address", "nobody", {
        path: "/auth/v1/token?grant_type=password",
        body: { email: secret, password: email },
      }),
    () =>
      call("unknown refresh token", "nobody", {
        path: "/auth/v1/token?grant_type=refresh_token",
        body: { refresh_token: secret },
      }),
    () =>
      call("unknown code", "nobody", {
        path: "/auth/v1/token?grant_type=pkce",
        body: { auth_code: secret, code_verifier: `${secret}${secret}` },
      }),
    () => call("unknown link", "nobody", { method: "GET", path: `/auth/v1/verify?type=recovery&token=${secret}` }),
    () =>
      call("unknown invitation", "nobody", {
        path: "/functions/v1/accept-invitation",
        body: { token: secret, password: secret },
      }),
    () =>
      call("forged token", "nobody", {
        method: "GET",
        path: "/rest/v1/end_users",
        headers: { authorization: `Bearer ${secret}` },
      }),
    () =>
      call("webhook with a wrong password", "nobody", {
        path: "/functions/v1/axxon-webhook?regnr=ABC123&gateid=x",
        headers: { authorization: `Basic ${Buffer.from(`lpr:${secret}`).toString("base64")}` },
      }),
    () => call("secret in an address", "nobody", { method: "GET", path: `/${secret}?password=${secret}` }),
  ])();
}

const newAdmin = (portal: Bench["portal"], email: string) => ({
  action: "create_org_admin",
  email,
  first_name: "A",
  last_name: "B",
  organization_id: portal.accounts.nord.organizationId,
});

export async function administrator({ call, learn, newText, portal }: Bench): Promise<void> {
  const email = `${randomUUID()}@x.example`;
  const password = newText("admin");
  const path = "/functions/v1/admin-manager";
  const made = await call("create_org_admin", "system", {
    path,
    shows: true,
    body: { ...newAdmin(portal, email), password },
  });
  const { admin_id } = z.object({ admin_id: z.string() }).parse(made);
  const reset = await call("reset_password_and_get_temp", "system", {
    path,
    shows: true,
    body: { action: "reset_password_and_get_temp", admin_id },
  });
  learn(z.object({ temp_password: z.string() }).parse(reset).temp_password);
  await call("update_password", "system", {
    path,
    body: { action: "update_password", admin_id, password: newText("admin") },
  });
  await call("recover", "nobody", { path: "/auth/v1/recover", body: { email } });
  await call("send-welcome-email", "system", {
    path: "/functions/v1/send-welcome-email",
    body: { email, name: "A B", password: newText("welcome"), organizationName: "X" },
  });
}

export async function invitation({ call, learn, newText, portal }: Bench): Promise<void> {
  const path = "/functions/v1/admin-manager";
  const email = `${randomUUID()}@x.example`;
  const made = await call("create_org_admin", "system", {
    path,
    shows: true,
    body: newAdmin(portal, email),
  });
  const { admin_id, temp_password } = z.object({ admin_id: z.string(), temp_password: z.string() }).parse(made);
  learn(temp_password);
  const invited = await call("invite", "system", { path, shows: true, body: { action: "invite", admin_id } });
  const token =
    new URL(z.object({ invitation_link: z.string() }).parse(invited).invitation_link).searchParams.get("token") ??
    z.object({ invitation_link: z.string() }).parse(invited).invitation_link.split("=").at(-1);
  learn(token);
  const password = newText("chosen");
  await call("accept-invitation", "nobody", { path: "/functions/v1/accept-invitation", body: { token, password } });
  const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() }).safeParse(
    await call("sign-in", "nobody", {
      path: "/auth/v1/token?grant_type=password",
      body: { email, password },
      shows: true,
    }),
  );
  if (!session.success) return;
  learn(session.data.refresh_token);
  const headers = { authorization: `Bearer ${session.data.access_token}` };
  const factor = await call("totp", "nobody", {
    path: "/auth/v1/factors",
    headers,
    shows: true,
    body: { factor_type: "totp", friendly_name: "App" },
  });
  learn(z.looseObject({ totp: z.looseObject({ secret: z.string() }) }).safeParse(factor).data?.totp.secret);
  await call("factors", "nobody", { method: "GET", path: "/auth/v1/factors", headers });
}
