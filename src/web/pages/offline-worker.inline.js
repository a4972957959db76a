// Navigations without a network, and pushes. `FACTS` stands above: brand, texts per language, the language to begin with.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const begin = async () => {
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:12px;padding:24px;box-sizing:border-box;background:#090c12;color:#eef2f8;font:15px/1.5 system-ui,sans-serif;text-align:center}h1{margin:0;font-size:26px;line-height:32px;font-weight:620}p{margin:0;color:#9da9bc;max-width:34em}b{color:#a99bff}a{justify-self:center;margin-top:8px;padding:12px 24px;border-radius:10px;background:#6e56f8;color:#fff;text-decoration:none}';

function page(url) {
  const { texts, first, brand } = FACTS;
  const said = texts[url.pathname.split('/')[1]] || texts[first];
  const body = `<!doctype html><html lang="${said.lang}" dir="${said.dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${said.title} – ${brand}</title><style>${STYLE}</style><b>${brand}</b><h1>${said.title}</h1><p>${said.text}</p><a href="">${said.retry}</a></html>`;
  return new Response(body, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const answer = async () => {
    try {
      return (await event.preloadResponse) || (await fetch(event.request));
    } catch {
      return page(new URL(event.request.url));
    }
  };
  event.respondWith(answer());
});

// What is told by push. It says what happened and where it is to be read; the page that a press opens comes from us, encrypted for this browser.
function told(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

self.addEventListener('push', (event) => {
  const { title = FACTS.brand, text, url = '/', tag, lang, dir } = told(event.data);
  const shown = { body: text, tag, lang, dir, icon: '/icon-192.png', badge: '/badge.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find((one) => one.url === url);
    return there === undefined ? self.clients.openWindow(url) : there.focus();
  };
  event.waitUntil(open());
});
