import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_MAILS_PER_HOUR } from "#contract/limits.ts";
import { systemClock } from "#drivers/clock.ts";
import { passwordChangedMail, reauthenticationMail, recoveryMail } from "#server/auth/mails.ts";
import { MAILS } from "#server/mails.ts";
import { createMailPort } from "#server/platform/mail/port.ts";
import { keepMailMoving, mailQueue, maintainQueue, type SendMailDeps } from "#server/platform/mail/send-mail.job.ts";
import { createSmtpSender, type MailSender } from "#server/platform/mail/smtp.ts";
import { type Mailbox, startMailbox } from "#simulators/mailbox/mailbox.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { workDue } from "#tests/support/work-due.ts";

const PUBLIC_URL = "https://portal.example";
const noLog = { info: () => {}, warn: () => {} };

/** The portal without SMTP: its own job sends nothing, so each test decides who sends and when. */
let quiet: TestPortal;
let system: SupabaseClient;
let mailbox: Mailbox;
let nordId: string;

beforeAll(async () => {
  quiet = await startTestPortal();
  system = await signedInClient(quiet.url, quiet.accounts.system);
  nordId = quiet.accounts.nord.organizationId ?? "";
});

afterAll(async () => {
  await quiet.close();
});

beforeEach(async () => {
  mailbox = await startMailbox();
  await quiet.admin.query("delete from mail_queue");
});

afterEach(async () => {
  await mailbox.close();
});

function jobDeps(changes: Partial<SendMailDeps> = {}): SendMailDeps {
  const { pools, keys, mail } = quiet.server.deps;
  const url = `smtp://127.0.0.1:${mailbox.port}`;
  const sender = createSmtpSender({ url, from: null, publicUrl: PUBLIC_URL });
  return {
    engine: pools.engine,
    keys,
    clock: systemClock,
    log: noLog,
    mail,
    sender,
    mails: MAILS,
    publicUrl: PUBLIC_URL,
    ...changes,
  };
}

const sendDue = (changes: Partial<SendMailDeps> = {}) =>
  workDue(mailQueue(jobDeps(changes), new AbortController().signal), 5);

const queue = async () =>
  (
    await quiet.admin.query<{ state: string; attempts: number; last_error: string | null; encrypted: string | null }>(
      "select state, attempts, last_error, encrypted_content as encrypted from mail_queue order by created_at, id",
    )
  ).rows;

const nowDue = () => quiet.admin.query("update mail_queue set next_try_at = now()");

const post = (to = "nord@test.example") =>
  quiet.server.deps.mail.queueMail(quiet.server.deps.pools.engine, {
    template: recoveryMail,
    to,
    data: { link: `${PUBLIC_URL}/auth/v1/verify?token=hemlig-lank-4711`, minutes: 60 },
  });

async function newAdmin(email: string): Promise<string> {
  const { status, body } = await callFunction(system, "admin-manager", {
    action: "create_org_admin",
    email,
    first_name: "Anna",
    last_name: "<b>Berg</b>",
    organization_id: nordId,
  });
  expect(status).toBe(200);
  return String(body["temp_password"]);
}

const welcome = (admin_email: string, temp_password: string, client = system) =>
  callFunction(client, "send-welcome-email", {
    admin_email,
    admin_name: "Du har vunnit! https://evil.example",
    temp_password,
    organization_name: "Banken",
  });

// Covers: admin.6
test("without a mail server the action says so, and the email waits and is sent once there is one", async () => {
  const password = await newAdmin("vantar@nord.example");
  expect(await welcome("vantar@nord.example", password)).toEqual({
    status: 200,
    body: { success: true, mail: "mail_not_configured" },
  });
  expect(await sendDue({ sender: null })).toBe(0);
  expect(await queue()).toMatchObject([{ state: "queued", attempts: 0 }]);
  expect(await sendDue()).toBe(1);
  const mail = await mailbox.waitFor("vantar@nord.example");
  expect(mail.text).toContain(password);
  expect(await queue()).toMatchObject([{ state: "sent", attempts: 1, last_error: null, encrypted: null }]);
});

// Covers: 7.9, admin.4
test("the welcome email says what the register says, and nothing in it runs or loads", async () => {
  const password = await newAdmin("valkommen@nord.example");
  await welcome("Valkommen@Nord.example", password);
  await sendDue();
  const mail = await mailbox.waitFor("valkommen@nord.example");
  expect(mail.subject).toBe("Välkommen till Webbportal");
  expect(mail.text).toContain("administratör för Brf Norrgården");
  expect(mail.text + mail.html).not.toMatch(/evil\.example|Banken/);
  expect(mail.html).toContain("&lt;b&gt;Berg&lt;/b&gt;");
  expect(mail.html).not.toMatch(/<b>|<script|<img|src=|url\(|@import/i);
  expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([`${PUBLIC_URL}/auth`]);
  expect(mail.links).toEqual([`${PUBLIC_URL}/auth`]);
});

test("a person who has signed in before gets new login details, not a welcome", async () => {
  const first = await newAdmin("igen@nord.example");
  const client = await signedInClient(quiet.url, { email: "igen@nord.example", password: first });
  expect(await welcome("igen@nord.example", first)).toMatchObject({ status: 200 });
  await client.auth.updateUser({ password: "en-egen-hemlighet-17" });
  expect(await welcome("igen@nord.example", first)).toMatchObject({ status: 409, body: { code: "conflict" } });
  await sendDue();
  await mailbox.waitFor("igen@nord.example");
  const subjects = mailbox.list().map((mail) => mail.subject);
  expect(subjects).toContain("Nya inloggningsuppgifter till Webbportal");
  expect(subjects).not.toContain("Välkommen till Webbportal");
});

// Covers: admin.4
test("an email goes to an administrator of the portal and to nobody else", async () => {
  for (const address of [
    "nagon@annan.example",
    "nord@test.example, x@y.example",
    "nord@test.example\nBcc: x@y.example",
  ]) {
    expect(await welcome(address, "x")).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  const nord = await signedInClient(quiet.url, quiet.accounts.nord);
  expect(await welcome("nord@test.example", "x", nord)).toMatchObject({ status: 403 });
  expect(await queue()).toEqual([]);
});

test("an email's text cannot be read in the table, and is gone from it once sent", async () => {
  await post();
  const [row] = await queue();
  expect(row?.encrypted).toMatch(/^p1:/);
  const dump = async () =>
    (await quiet.admin.query<{ t: string }>("select t::text as t from mail_queue t")).rows.map(({ t }) => t).join();
  expect(await dump()).not.toContain("hemlig-lank-4711");
  await sendDue();
  expect((await mailbox.waitFor("nord@test.example")).text).toContain("hemlig-lank-4711");
  expect(await dump()).not.toMatch(/hemlig-lank-4711|p1:/);
});

test("an encrypted email moved to another row does not open there", async () => {
  await post("nord@test.example");
  await post("syd@test.example");
  await quiet.admin.query(
    "update mail_queue set encrypted_content = (select encrypted_content from mail_queue where recipient = 'nord@test.example') where recipient = 'syd@test.example'",
  );
  await sendDue();
  expect(mailbox.list().map((mail) => mail.recipients)).toEqual([["nord@test.example"]]);
  expect((await queue()).map(({ state }) => state).sort()).toEqual(["queued", "sent"]);
});

// Covers: admin.7
test("a mail server that is down loses nothing: the email is tried again and arrives once", async () => {
  const { port } = mailbox;
  await mailbox.close();
  await post();
  expect(await sendDue()).toBe(1);
  const [tried] = await queue();
  expect(tried).toMatchObject({ state: "queued", attempts: 1 });
  expect(tried?.last_error).toContain("ECONNREFUSED");
  expect(await sendDue()).toBe(0);
  mailbox = await startMailbox({ port });
  await nowDue();
  expect(await sendDue()).toBe(1);
  expect(await sendDue()).toBe(0);
  expect(mailbox.list()).toHaveLength(1);
  expect(await queue()).toMatchObject([{ state: "sent", attempts: 2, last_error: null }]);
});

test("pauses grow from seconds to a quarter of an hour", async () => {
  await mailbox.close();
  await post();
  for (const pause of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]) {
    await nowDue();
    const { rows: begun } = await quiet.admin.query<{ at: Date }>("select clock_timestamp() as at");
    await sendDue();
    // The pause is counted from a moment between the two clocks.
    const { rows } = await quiet.admin.query<{ least: number; most: number }>(
      `select extract(epoch from next_try_at - clock_timestamp())::float8 as least,
         extract(epoch from next_try_at - $1::timestamptz)::float8 as most from mail_queue`,
      [begun[0]?.at],
    );
    expect(rows[0]?.least).toBeLessThanOrEqual(pause);
    expect(rows[0]?.most).toBeGreaterThanOrEqual(pause);
  }
  mailbox = await startMailbox();
});

// Covers: admin.7
test("two servers with one queue send each email once", async () => {
  const messages = Array.from({ length: 30 }, (_, n) => `n${n}@nord.example`);
  for (const to of messages) await post(to);
  const server = async () => {
    while ((await sendDue()) > 0);
  };
  await Promise.all([server(), server()]);
  const recipients = mailbox.list().flatMap((mail) => mail.recipients);
  expect(recipients.toSorted()).toEqual(messages.toSorted());
});

test("an email that its mail server keeps waiting delays no other", async () => {
  const messages = Array.from({ length: 12 }, (_, n) => `n${n}@nord.example`);
  for (const to of ["slow@syd.example", ...messages]) await post(to);
  const slow = Promise.withResolvers<void>();
  const sent: string[] = [];
  const sender: MailSender = {
    send: async ({ to }) => {
      if (to.startsWith("slow")) await slow.promise;
      sent.push(to);
    },
  };
  const stop = new AbortController();
  const ended = keepMailMoving({ ...jobDeps({ sender }), everyMs: 10 }, stop.signal);
  await expect.poll(() => sent.toSorted()).toEqual(messages.toSorted());
  stop.abort();
  slow.resolve();
  await ended;
  expect(await queue()).toHaveLength(13);
  expect((await queue()).every(({ state }) => state === "sent")).toBe(true);
});

test("an email that one server is sending is not taken by another, until the lease of a dead one ends", async () => {
  await post();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const slow: MailSender = {
    send: async ({ id }) => {
      sent.push(id);
      await held;
    },
  };
  const first = sendDue({ sender: slow });
  await expect.poll(() => sent.length).toBe(1);
  expect(await sendDue()).toBe(0);
  await quiet.admin.query("update mail_queue set lease_until = now() - interval '1 second'");
  expect(await sendDue()).toBe(1);
  release();
  await first;
  // The email was sent twice with the same Message-ID. The late answer changes nothing that is already recorded.
  expect(await queue()).toMatchObject([{ state: "sent", attempts: 2 }]);
  expect(mailbox.list()).toHaveLength(1);
});

test("an email keeps its Message-ID however often it is tried", async () => {
  const id = await post();
  const raw = await rawServer("250 ok");
  try {
    const sender = createSmtpSender({
      url: raw.url,
      from: "Brf Norden <portal@norden.example>",
      publicUrl: PUBLIC_URL,
    });
    await sendDue({ sender });
    await quiet.admin.query(
      "update mail_queue set state = 'queued', finished_at = null, encrypted_content = $1, next_try_at = now(), lease_until = '-infinity'",
      [
        quiet.server.deps.keys.encryptText(
          JSON.stringify({ link: `${PUBLIC_URL}/auth`, minutes: 60 }),
          `mail_queue.encrypted_content.${id}`,
        ),
      ],
    );
    await sendDue({ sender });
    const ids = [...raw.received().matchAll(/^Message-ID: (.*)\r$/gim)].map(([, value]) => value);
    expect(ids).toEqual([`<${id}@portal.example>`, `<${id}@portal.example>`]);
    expect(raw.received()).toContain("From: Brf Norden <portal@norden.example>\r\n");
    expect(raw.received()).toContain("Auto-Submitted: auto-generated\r\n");
  } finally {
    await raw.close();
  }
});

test("a recipient that the mail server refuses is given up with its reason, a refused sender is not", async () => {
  const refusing = await rawServer("550 5.1.1 no such user");
  try {
    await post();
    await sendDue({ sender: createSmtpSender({ url: refusing.url, from: null, publicUrl: PUBLIC_URL }) });
    expect(await queue()).toMatchObject([
      { state: "failed", encrypted: null, last_error: "the mail server refuses the recipient: 550 5.1.1 no such user" },
    ]);
  } finally {
    await refusing.close();
  }
  const blocked = await rawServer("250 ok", "550 5.7.1 sender not allowed");
  try {
    await quiet.admin.query("delete from mail_queue");
    await post();
    await sendDue({ sender: createSmtpSender({ url: blocked.url, from: null, publicUrl: PUBLIC_URL }) });
    expect(await queue()).toMatchObject([{ state: "queued", attempts: 1 }]);
  } finally {
    await blocked.close();
  }
});

test("an email whose link has ended is not sent any more, and its secret is wiped", async () => {
  await post();
  await quiet.admin.query("update mail_queue set expires_at = now() - interval '1 second'");
  expect(await sendDue()).toBe(0);
  await maintainQueue({ engine: quiet.server.deps.pools.engine, log: noLog });
  expect(await queue()).toMatchObject([
    { state: "failed", encrypted: null, last_error: "expired before it could be sent" },
  ]);
});

test("a month after it was sent nobody can see whom we wrote to", async () => {
  await post();
  await sendDue();
  await quiet.admin.query("update mail_queue set finished_at = now() - interval '31 days'");
  await maintainQueue({ engine: quiet.server.deps.pools.engine, log: noLog });
  expect(await queue()).toEqual([]);
});

test("an email never links to another host, for any caller", async () => {
  await quiet.server.deps.mail.queueMail(quiet.server.deps.pools.engine, {
    template: recoveryMail,
    to: "nord@test.example",
    data: { link: "https://portal.example.evil.example/auth", minutes: 60 },
  });
  await sendDue();
  expect(mailbox.list()).toEqual([]);
  expect(await queue()).toMatchObject([{ state: "failed", encrypted: null }]);
});

test("an email queued in a transaction that is undone is never sent", async () => {
  const client = await quiet.server.deps.pools.engine.connect();
  try {
    await client.query("begin");
    await quiet.server.deps.mail.queueMail(client, {
      template: passwordChangedMail,
      to: "nord@test.example",
      data: { at: "2026-08-02T10:00:00.000Z" },
    });
    await client.query("rollback");
  } finally {
    client.release();
  }
  expect(await sendDue()).toBe(0);
});

test("the authentication service queues emails and can read none", async () => {
  const { auth } = quiet.server.deps.pools;
  const port = createMailPort({ keys: quiet.server.deps.keys, configured: true });
  await port.queueMail(auth, {
    template: reauthenticationMail,
    to: "nord@test.example",
    data: { code: "123456", minutes: 10 },
  });
  await expect(auth.query("select recipient from mail_queue")).rejects.toMatchObject({ code: "42501" });
  await sendDue();
  const mail = await mailbox.waitFor("nord@test.example");
  expect(mail.text).toContain("123456");
  expect(mail.subject).not.toContain("123456");
});

test("a system admin sees what became of emails and not what they say; an org admin sees nothing", async () => {
  await post();
  const seen = await system.from("mail_queue").select("recipient, template, state, last_error");
  expect(seen.data).toEqual([
    { recipient: "nord@test.example", template: "recovery", state: "queued", last_error: null },
  ]);
  expect((await system.from("mail_queue").select("encrypted_content")).status).toBe(403);
  const nord = await signedInClient(quiet.url, quiet.accounts.nord);
  expect((await nord.from("mail_queue").select("recipient")).status).toBe(403);
});

// Covers: alert.10
test("with a mail server the whole portal sends within moments, and answers that it has", async () => {
  const portal = await startTestPortal({ env: { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` } });
  try {
    const admin = await signedInClient(portal.url, portal.accounts.system);
    const created = await callFunction(admin, "admin-manager", {
      action: "create_system_admin",
      email: "ny@system.example",
      first_name: "Ny",
      last_name: "Chef",
    });
    const password = String(created.body["temp_password"]);
    expect(
      await callFunction(admin, "send-welcome-email", {
        admin_email: "ny@system.example",
        admin_name: "Ny Chef",
        temp_password: password,
        organization_name: "",
      }),
    ).toEqual({ status: 200, body: { success: true, mail: "sent" } });
    const mail = await mailbox.waitFor("ny@system.example");
    expect(mail.text).toContain(password);
    expect(mail.links).toEqual([`${portal.url}/auth`]);
    await testMailsArrive(portal, admin);
  } finally {
    await portal.close();
  }
});

/** Checks test emails of both roles: each goes to the caller's own address, a few an hour, and is in the log. */
async function testMailsArrive(portal: TestPortal, admin: SupabaseClient): Promise<void> {
  const { system: chief, nord } = portal.accounts;
  const board = await signedInClient(portal.url, nord);
  expect(await testMailOf(admin)).toEqual(sentTo(chief.email));
  // A body names no other address.
  for (let count = 0; count < TEST_MAILS_PER_HOUR; count++)
    expect(await testMailOf(board, { to: chief.email })).toEqual(sentTo(nord.email));
  expect(await testMailOf(board)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect((await mailbox.waitFor(nord.email)).subject).toBe("Testmail från Webbportal");
  const received = mailbox.list().filter(({ subject }) => subject === "Testmail från Webbportal");
  expect(received.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    ...Array.from({ length: TEST_MAILS_PER_HOUR }, () => nord.email),
    chief.email,
  ]);
  const { rows } = await portal.admin.query<{ actor: string; organization_id: string | null }>(
    "select actor, organization_id from audit where action = 'mail_tested' order by organization_id nulls first",
  );
  expect(rows).toHaveLength(1 + TEST_MAILS_PER_HOUR);
  expect(rows[0]).toEqual({ actor: chief.userId, organization_id: null });
  expect(rows[1]).toEqual({ actor: nord.userId, organization_id: nord.organizationId });
}

const testMailOf = (client: SupabaseClient, body: object = {}) => callFunction(client, "test-mail", body);
const sentTo = (to: string) => ({ status: 200, body: { success: true, mail: "sent", to, reason: null } });

// Covers: alert.10
test("a test email without a mail server is not queued, and says so", async () => {
  const nord = await signedInClient(quiet.url, quiet.accounts.nord);
  for (const [client, { email }] of [
    [system, quiet.accounts.system],
    [nord, quiet.accounts.nord],
  ] as const) {
    const body = { success: true, mail: "mail_not_configured", to: email, reason: null };
    expect(await testMailOf(client)).toEqual({ status: 200, body });
  }
  expect(await queue()).toEqual([]);
});

test("a refused address is reported in the specified words", async () => {
  const refusing = await rawServer("550 no such user");
  const portal = await startTestPortal({ env: { SMTP_URL: refusing.url } });
  try {
    const admin = await signedInClient(portal.url, portal.accounts.system);
    const created = await callFunction(admin, "admin-manager", {
      action: "create_system_admin",
      email: "fel@system.example",
      first_name: "Fel",
      last_name: "Stavad",
    });
    const answer = await callFunction(admin, "send-welcome-email", {
      admin_email: "fel@system.example",
      admin_name: "x",
      temp_password: created.body["temp_password"],
      organization_name: "x",
    });
    expect(answer).toMatchObject({ status: 502, body: { code: "mail_refused" } });
    expect(answer.body["error"]).toMatch(/^Kunde inte skicka välkomstmail/);
    const refused = { mail: "failed", reason: "the mail server refuses the recipient: 550 no such user" };
    const nord = await signedInClient(portal.url, portal.accounts.nord);
    expect(await testMailOf(admin)).toMatchObject({ status: 200, body: refused });
    expect(await testMailOf(nord)).toMatchObject({ status: 200, body: refused });
  } finally {
    await portal.close();
    await refusing.close();
  }
});

/** Starts an SMTP server with configurable replies that records all it was sent. */
async function rawServer(recipientReply: string, senderReply = "250 ok") {
  let received = "";
  const server: Server = createServer((socket) => {
    let inData = false;
    socket.write("220 test\r\n");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      received += text;
      if (inData) {
        if (!text.endsWith("\r\n.\r\n")) return;
        inData = false;
        socket.write("250 taken\r\n");
        return;
      }
      for (const line of text.split("\r\n").filter(Boolean)) {
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === "DATA") inData = true;
        socket.write(
          verb === "MAIL"
            ? `${senderReply}\r\n`
            : verb === "RCPT"
              ? `${recipientReply}\r\n`
              : verb === "DATA"
                ? "354 go\r\n"
                : "250 ok\r\n",
        );
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received: () => received,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
