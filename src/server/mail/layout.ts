import { escapeHtml, marked, withBdi, withIsolates } from './marks.ts';
import type { MailTexts } from './texts.ts';

/** What one mail shows, in order. Texts still hold the marks of the pieces filled in. */
export interface MailBody {
  readonly texts: MailTexts;
  readonly brand: string;
  readonly home: string;
  /** The person's own, by which they know that a mail is ours. */
  readonly word: { readonly label: string; readonly word: string } | null;
  readonly title: string;
  readonly text: string;
  /** What somebody wrote, with its lines; null: nobody did. */
  readonly said: string | null;
  readonly code: { readonly label: string; readonly code: string } | null;
  readonly button: { readonly label: string; readonly link: string; readonly hint: string } | null;
  /** What to do if something is wrong. */
  readonly note: string | null;
  readonly footer: string;
  readonly unsubscribe: { readonly label: string; readonly link: string } | null;
}

/** Tokens of the light theme: mail readers know no custom properties. */
const COLOUR = {
  page: '#F5F7FA',
  panel: '#FFFFFF',
  text: '#0D1420',
  muted: '#4A576B',
  brand: '#5B43E0',
  line: '#E1E7EF',
};
const FONT = "Geist,'Segoe UI',Roboto,'Noto Sans Arabic','Noto Sans Devanagari',Helvetica,Arial,sans-serif";

/** The HTML of every mail: one column, inline styles, no picture, nothing loaded from anywhere. */
export function htmlOf(body: MailBody): string {
  const { texts } = body;
  const align = texts.dir === 'rtl' ? 'right' : 'left';
  const text = (style: string, inner: string) => `<p style="margin:0 0 16px;${style}">${inner}</p>`;
  const said = `font-size:15px;line-height:1.55;color:${COLOUR.text}`;
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.35;color:${COLOUR.text}">${withBdi(body.title)}</h1>`,
    body.said === null ? '' : saidBox(body.said, align),
    text(said, withBdi(body.text)),
    body.code === null ? '' : codeBox(body.code),
    body.button === null ? '' : buttonOf(body.button),
    body.note === null ? '' : text(said, withBdi(body.note)),
  ];
  const foot = [
    text(`font-size:12px;line-height:1.5;color:${COLOUR.muted}`, withBdi(body.footer)),
    body.unsubscribe === null
      ? ''
      : text('font-size:12px;line-height:1.5', linkTo(body.unsubscribe.link, withBdi(body.unsubscribe.label))),
  ];
  return `<!doctype html>
<html lang="${texts.lang}" dir="${texts.dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(withIsolates(body.title, 'ltr'))}</title></head>
<body style="margin:0;padding:0;background:${COLOUR.page};font-family:${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${texts.dir}" style="background:${COLOUR.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td align="${align}" style="padding:0 8px 16px;font-size:18px;font-weight:700"><a href="${escapeHtml(body.home)}" style="color:${COLOUR.text};text-decoration:none"><bdi>${escapeHtml(body.brand)}</bdi></a>${body.word === null ? '' : wordOf(body.word)}</td></tr>
<tr><td align="${align}" style="padding:28px 24px 12px;background:${COLOUR.panel};border:1px solid ${COLOUR.line};border-radius:16px">
${parts.filter((part) => part !== '').join('\n')}
</td></tr>
<tr><td align="${align}" style="padding:16px 8px">${foot.join('')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function linkTo(link: string, inner: string): string {
  return `<a href="${escapeHtml(link)}" style="color:${COLOUR.brand}">${inner}</a>`;
}

function wordOf({ label, word }: { readonly label: string; readonly word: string }): string {
  return `<div style="margin:6px 0 0;font-size:13px;font-weight:400;color:${COLOUR.muted}">${withBdi(label)} <bdi style="font-weight:700;color:${COLOUR.text}">${escapeHtml(word)}</bdi></div>`;
}

/** Lines of somebody: each finds its own direction. */
function saidBox(said: string, align: 'left' | 'right'): string {
  const lines = said.split('\n').map((line) => `<div dir="auto">${line === '' ? '<br>' : escapeHtml(line)}</div>`);
  const side = `border-${align}:3px solid ${COLOUR.brand};padding-${align}:14px`;
  return `<div style="margin:0 0 20px;${side};font-size:15px;line-height:1.55;color:${COLOUR.text}">${lines.join('')}</div>`;
}

function codeBox({ label, code }: { readonly label: string; readonly code: string }): string {
  return `<p style="margin:0 0 4px;font-size:13px;color:${COLOUR.muted}">${withBdi(label)}</p>
<p dir="ltr" style="margin:0 0 20px;font-size:30px;line-height:1.3;font-weight:700;letter-spacing:4px;color:${COLOUR.text}"><bdi>${escapeHtml(code)}</bdi></p>`;
}

function buttonOf({
  label,
  link,
  hint,
}: {
  readonly label: string;
  readonly link: string;
  readonly hint: string;
}): string {
  const button = `display:inline-block;padding:13px 22px;border-radius:10px;background:${COLOUR.brand};color:#FFFFFF;font-size:15px;font-weight:600;text-decoration:none`;
  return `<p style="margin:8px 0 20px"><a href="${escapeHtml(link)}" style="${button}">${withBdi(label)}</a></p>
<p style="margin:0 0 16px;font-size:12px;line-height:1.5;color:${COLOUR.muted};word-break:break-all">${withBdi(hint)}<br><bdi dir="ltr">${linkTo(link, escapeHtml(link))}</bdi></p>`;
}

/** The same mail for readers of plain text. */
export function plainOf(body: MailBody): string {
  const say = (text: string) => withIsolates(text, body.texts.dir);
  return [
    ...(body.word === null ? [] : [`${say(body.word.label)} ${withIsolates(marked(body.word.word), body.texts.dir)}`]),
    say(body.title),
    ...(body.said === null ? [] : [body.said]),
    say(body.text),
    ...(body.code === null ? [] : [`${say(body.code.label)}\n${body.code.code}`]),
    ...(body.button === null ? [] : [`${say(body.button.label)}\n${body.button.link}`]),
    ...(body.note === null ? [] : [say(body.note)]),
    `-- \n${say(body.footer)}`,
    ...(body.unsubscribe === null ? [] : [`${say(body.unsubscribe.label)}\n${body.unsubscribe.link}`]),
  ]
    .join('\n\n')
    .concat('\n');
}
