import type { KeptMail } from '#server/mail/index.ts';
import { plainPage } from './documents/plain-page.ts';

const STYLE = `
.note{background:var(--s2);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:16px;background:#FFFFFF}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
td a{display:inline-block;min-height:24px}
td:first-child{overflow-wrap:anywhere}.when{white-space:nowrap}
@media (max-width:600px){thead{display:none}td{display:block;border:0;padding-block:2px}tr{display:block;padding-block:8px;border-bottom:1px solid var(--line)}.when{color:var(--mut)}}`;

function page({
  brand,
  title,
  body,
}: {
  readonly brand: string;
  readonly title: string;
  readonly body: string;
}): string {
  const nav = [['/dev/inbox', 'Inbox of the sandbox']] as const;
  return plainPage({ brand, title, nav, navLabel: 'Inbox', hidden: true, style: STYLE }, body);
}

interface Inbox {
  readonly brand: string;
  readonly mails: readonly KeptMail[];
  /** A relay is set: mails leave, and nothing is kept here. */
  readonly isRelayed: boolean;
}

/** The list of kept mails, newest first. */
export function inboxPage({ brand, mails, isRelayed }: Inbox): string {
  const note = isRelayed
    ? 'SMTP_URL is set: mails go out by that relay, and none is kept here.'
    : 'This is a simulator: no mail leaves this machine. What the product would send to anybody is kept here, whoever it is for. Production has no such page.';
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      `<tr><td><bdi>${escape(to)}</bdi></td><td><a href="/dev/inbox/${id}"><bdi>${escape(subject)}</bdi></a></td><td class="when"><time datetime="${time(at)}">${seen(at)}</time></td></tr>`,
  );
  const list =
    rows.length === 0
      ? '<p>There is no mail yet. Create an account or ask for a new password, then load this page again.</p>'
      : `<div class="scroll" tabindex="0" role="region" aria-label="Mails"><table><thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Time (UTC)</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
  return page({ brand, title: 'Inbox', body: `<h1>Inbox of the sandbox</h1>\n<p class="note">${note}</p>\n${list}` });
}

/** One mail: as a mail reader shows it, and as plain text. */
export function mailPage({ brand, mail }: { readonly brand: string; readonly mail: KeptMail }): string {
  const { subject, to, at, kind, html, text } = mail;
  // Links leave the frame: inside of it our own pages refuse to be shown.
  const framed = html.replace('<head>', '<head><base target="_top">');
  return page({
    brand,
    title: subject,
    body: `<h1><bdi>${escape(subject)}</bdi></h1>
<p class="note">A simulator kept this mail instead of sending it.</p>
<dl><dt>To</dt><dd><bdi>${escape(to)}</bdi></dd><dt>Time (UTC)</dt><dd>${seen(at)}</dd><dt>Kind</dt><dd><code>${escape(kind)}</code></dd></dl>
<h2>As shown</h2>
<iframe title="The mail as a mail reader shows it" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escape(framed)}"></iframe>
<h2>As plain text</h2>
<pre dir="auto">${linked(text)}</pre>`,
  });
}

/** Plain text with its addresses as links. */
function linked(text: string): string {
  return escape(text).replaceAll(/https?:\/\/[^\s<>]+/g, (address) => `<a href="${address}">${address}</a>`);
}

/** To the second, as people read it: `2026-11-26 07:15:36`. */
function seen(ms: number): string {
  return time(ms).slice(0, 19).replace('T', ' ');
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
