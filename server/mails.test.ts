import { expect, test } from "vitest";
import { credentialsMail, welcomeMail } from "./administrators/mails.ts";
import { alertMail } from "./alerts/mails.ts";
import { reauthenticationMail, recoveryMail } from "./auth/mails.ts";
import { MAILS } from "./mails.ts";
import { codeHandoverMail } from "./people/mails.ts";
import { type RenderedEmail, renderEmail } from "./platform/mail/layout.ts";
import { composeEmail } from "./platform/mail/mail-template.ts";

const PORTAL = "https://portal.example";
const HOSTILE = `<b onload="x()">Åsa & Öst</b>`;
const AT = "2026-11-22T07:05:00.000Z";
const account = { name: HOSTILE, organization: HOSTILE, email: "a@b.example", password: "k7fm-2xqa", until: AT };
const link = `${PORTAL}/auth?invitation=abc`;

/** Every account email, with data; alerts have their own tests. */
const FILLED: Record<string, object[]> = {
  welcome: [account, { ...account, organization: null }],
  credentials: [account],
  invitation: [{ name: HOSTILE, organization: HOSTILE, email: "a@b.example", link, until: AT }],
  recovery: [{ link, minutes: 60 }],
  email_change: [{ link, minutes: 60, email: HOSTILE }],
  email_change_notice: [
    { email: HOSTILE, confirmed: false },
    { email: HOSTILE, confirmed: true },
  ],
  password_changed: [{ at: AT }],
  code_handover: (["sv", "en"] as const).map((language) => ({
    language,
    name: HOSTILE,
    organization: HOSTILE,
    code: "481623",
    doors: [HOSTILE, "Garage"],
    moreDoors: language === "sv" ? 0 : 7,
    standing: "valid",
    from: AT,
    until: language === "sv" ? AT : null,
  })),
  notice: (["sv", "en"] as const).flatMap((language) =>
    (["refused", "door_alarm"] as const).map((kind) => ({
      language,
      kind,
      organization: HOSTILE,
      total: 1_204,
      more: language === "sv" ? 0 : 7,
      stop: `p1:key:${"A".repeat(60)}`,
      items: [
        { what: kind === "refused" ? "expired" : "door_held_open", count: 1_203, source: "door", isWeeklyCode: false },
        { what: kind === "refused" ? "no_assignment" : "door_forced", count: 1, source: "gate", isWeeklyCode: true },
      ].map((item, place) => ({
        ...item,
        id: `00000000-0000-4000-8000-00000000000${place}`,
        at: AT,
        place: place === 0 ? HOSTILE : null,
        who: place === 0 ? HOSTILE : null,
        plate: place === 0 ? null : "MLB 84A",
        isOver: place === 0,
      })),
    })),
  ),
  mfa_changed: [
    "factor_added",
    "factor_removed",
    "recovery_codes_made",
    "recovery_codes_removed",
    "recovery_code_used",
    "factors_removed_by_administrator",
  ].map((change) => ({ at: AT, change, name: HOSTILE })),
  reauthentication: [{ code: "482913", minutes: 10 }],
  test: [{ language: "sv" }, { language: "en" }],
};

const messages = MAILS.flatMap((mail) =>
  (FILLED[mail.name] ?? []).map((data): [string, RenderedEmail] => [
    `${mail.name} ${JSON.stringify(data).slice(0, 60)}`,
    renderEmail(composeEmail(mail, data, { publicUrl: PORTAL })),
  ]),
);

test("every email of an account is rendered here, and no two have one name", () => {
  const accounts = MAILS.filter((mail) => mail !== alertMail).map(({ name }) => name);
  expect(Object.keys(FILLED).sort()).toEqual(accounts.toSorted());
});

test.each([
  ["sv", { from: null }, "Gäller: Till och med 2026-11-22 08:05"],
  ["en", { from: null }, "Valid: To 2026-11-22 08:05 inclusive"],
  ["sv", { from: null, until: null }, "Gäller: Tills vidare"],
  ["en", { until: null }, "Valid: From 2026-11-22, until further notice"],
  ["sv", { standing: "off" }, "Gäller: Nej, koden är avstängd"],
  ["en", { standing: "off" }, "Valid: No, the code is switched off"],
  ["sv", { standing: "ended" }, "Gäller: Nej, koden gick ut 2026-11-22 08:05"],
  ["en", { standing: "coming", until: null }, "Valid: Not before 2026-11-22, then until further notice"],
])("a code is mailed with its validity in words (%s, %j)", (language, change, line) => {
  const [data] = FILLED["code_handover"] ?? [];
  const mail = composeEmail(codeHandoverMail, { ...data, until: AT, language, ...change }, { publicUrl: PORTAL });
  expect(renderEmail(mail).text.split(/\r?\n/)).toContain(line);
});

/** Returns the HTML's visible text, one line per block. */
const seen = (html: string) =>
  html
    .replace(/<(style|head)[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(
      /&(lt|gt|quot|amp|#39);/g,
      (_, name: string) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name] ?? "'",
    );

// Covers: admin.5
test.each(messages)(
  "%s says the same as text and as HTML, in its language, and nothing in it runs or loads",
  (what, message) => {
    const { subject, text, html } = message;
    expect(subject).toMatch(/^[A-ZÅÄÖ][^\r\n]{8,}$/);
    expect(html).toContain(what.includes('"language":"en"') ? 'lang="en"' : 'lang="sv"');
    const flat = (words: string) => words.replaceAll(/\s+/g, " ");
    for (const block of text.split("\n\n").flatMap((part) => part.split("\n"))) {
      if (URL.canParse(block) && block.startsWith(PORTAL)) {
        expect(html).toContain(`href="${block.replaceAll("&", "&amp;")}"`);
      } else if (!/^-- ?$|:$/.test(block) && block.trim() !== "") {
        for (const part of block.split(/: (?=\S)/)) expect(flat(seen(html))).toContain(flat(part).trim());
      }
    }
    expect(html).not.toMatch(/<b\b|<script|<img|src=|url\(|@import|onload="/i);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith(PORTAL))).toBe(true);
    expect(text + html).not.toMatch(/undefined|\[object|NaN/);
  },
);

// Covers: admin.5
test("a secret is in no subject and in no preview, which stand on locked screens", () => {
  const context = { publicUrl: PORTAL };
  for (const [mail, data, secret] of [
    [welcomeMail, account, account.password],
    [credentialsMail, account, account.password],
    [reauthenticationMail, { code: "482913", minutes: 10 }, "482913"],
    [recoveryMail, { link, minutes: 60 }, "invitation=abc"],
  ] as const) {
    const { subject, preview } = composeEmail(mail, data, context);
    expect(subject + preview).not.toContain(secret);
  }
});
