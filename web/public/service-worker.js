// Answers a visit without contact by a page that says so. It keeps nothing: every other request reaches the server as without it, and
// nobody is ever shown an old list or an old code. lib/frame/offline-page.ts registers it.
const PAGE = `<!doctype html>
<html lang="sv">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Ingen kontakt – Webbportal</title>
    <style>
      body { margin: 0; min-height: 100dvh; display: grid; place-content: center; font: 1rem/1.5 system-ui, sans-serif }
      main { max-width: 22rem; padding: 1.5rem }
      h1 { font-size: 1.25rem; margin: 0 }
      p { margin: 0.5rem 0 1.25rem }
      a { display: inline-block; padding: 0.625rem 1rem; border: 1px solid; border-radius: 0.5rem; color: inherit; text-decoration: none }
      [lang="en"] { margin-top: 2rem; opacity: 0.8 }
    </style>
  </head>
  <body>
    <main>
      <h1>Portalen går inte att nå</h1>
      <p>Kontrollera nätet och försök igen. Inget är ändrat, och dörrarnas koder fungerar som vanligt.</p>
      <a href="">Försök igen</a>
      <p lang="en">The portal cannot be reached. Check the network and try again. Nothing has changed, and the codes of the doors work as usual.</p>
    </main>
  </body>
</html>`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

addEventListener("install", () => skipWaiting());
// The browser asks the server while it starts this worker, so that a visit with contact takes no longer.
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(answer(event));
});

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(PAGE, { status: 503, headers: HEADERS });
  }
}
