import type { CaughtMail } from "./mailbox.ts";

const time = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Europe/Stockholm",
});

export const EMAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

export function mailListPage(mails: readonly CaughtMail[]): string {
  const rows = mails
    .map(
      (mail) => `<li><a class="mail" href="/mail/${mail.id}">
        <span class="mail-subject">${escapeHtml(mail.subject || "(inget ämne)")}</span>
        <span class="mail-meta">${escapeHtml(mail.recipients.join(", "))}</span>
        <time class="mail-meta" datetime="${mail.receivedAt}">${time.format(new Date(mail.receivedAt))}</time>
      </a></li>`,
    )
    .join("");
  const empty = `<p class="empty"><strong>Ingen post ännu</strong><br>Brev och sms som portalen skickar hamnar här i stället för hos mottagaren.</p>`;
  return page(
    "Brevlåda",
    `<header class="head"><div><p class="crumb"><a href="/">Simulatorer</a></p><h1>Brevlåda</h1>
      <p class="sub">Allt som portalen skickar fångas här. Inget lämnar datorn.</p></div></header>
     <section class="card list">${mails.length > 0 ? `<ul>${rows}</ul>` : empty}</section>`,
  );
}

export function emailPage(mail: CaughtMail): string {
  const links = mail.links
    .map(
      (link) =>
        `<li><a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer">${escapeHtml(link)}</a></li>`,
    )
    .join("");
  return page(
    mail.subject || "Brev",
    `<header class="head"><div><p class="crumb"><a href="/">Simulatorer</a> / <a href="/mail">Brevlåda</a></p>
      <h1>${escapeHtml(mail.subject || "(inget ämne)")}</h1>
      <p class="sub">Till ${escapeHtml(mail.recipients.join(", "))} · från ${escapeHtml(mail.from)} · ${time.format(new Date(mail.receivedAt))}</p></div></header>
     ${links ? `<section class="card pad"><h2>Länkar i brevet</h2><ul class="links">${links}</ul></section>` : ""}
     ${mail.html ? `<section class="card email"><iframe title="Brevet" sandbox src="/mail/${mail.id}/html"></iframe></section>` : ""}
     ${mail.text ? `<section class="card pad"><h2>Som ren text</h2><pre>${escapeHtml(mail.text)}</pre></section>` : ""}`,
  );
}

const STYLES = ["tokens", "frame", "controls", "mail"]
  .map((name) => `<link rel="stylesheet" href="/styles/${name}.css">`)
  .join("");

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="sv"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Simulatorer</title>${STYLES}<link rel="icon" href="/icon.svg">
<script src="/theme.js"></script></head><body><main class="narrow">${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
