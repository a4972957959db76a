import { describe, expect, it } from 'vitest';
import { MAIL_KINDS, type MailKind } from './kinds.ts';
import { renderMail } from './template.ts';
import { loadMailTexts, MAIL_LOCALES, mailLocaleOf, type MailLocale } from './texts.ts';

const HOME = 'https://tikvo.example';
const UNSUBSCRIBE = `${HOME}/unsubscribe?token=abc.def`;
const SAMPLE: Readonly<Record<string, string>> = {
  link: `${HOME}/en/auth/activate?token=a&b=c`,
  code: '402913',
  hours: '24',
  minutes: '30',
  days: '7',
  wait: '86400000',
  at: '2026-11-20T17:05:00.000Z',
  until: '2026-12-20T17:05:00.000Z',
  device: 'Firefox <Linux> & "more"',
  country: 'PT',
  name: 'Key',
  newEmail: 'new@example.org',
  state: 'on',
  ended: 'others',
  title: 'Your avatar is ready',
  text: 'It is shown everywhere now.',
  right: '3',
  wrong: '2',
  returned: '0',
  result: '-12.5',
  amount: '2.50',
  said: 'Hello <Ada>,\n\nit was sent.',
};
const KINDS = Object.keys(MAIL_KINDS) as MailKind[];
const texts = loadMailTexts();

function valuesOf(kind: MailKind, other: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(MAIL_KINDS[kind].values.map((name) => [name, other[name] ?? SAMPLE[name] ?? '']));
}

function render(kind: MailKind, locale: MailLocale, { word, ...other }: Readonly<Record<string, string>> = {}) {
  return renderMail({
    kind,
    values: valuesOf(kind, other),
    texts: texts(locale),
    brand: 'Tikvo',
    home: HOME,
    unsubscribeLink: MAIL_KINDS[kind].service ? null : UNSUBSCRIBE,
    word: word ?? null,
  });
}

describe.each(MAIL_LOCALES)('mails in %s', (locale) => {
  it.each(KINDS)('say %s in full, in HTML and plain text', (kind) => {
    const { subject, html, text } = render(kind, locale);
    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(/\{\w+[,}]|undefined|NaN|Invalid Date|[\uE000\uE001]/);
    }
    expect(html).not.toContain('<Linux>');
    expect(subject.length).toBeGreaterThan(2);
    expect(subject).not.toMatch(/[\r\n<]/);
    expect(html).toContain(locale === 'ar' ? 'dir="rtl"' : 'dir="ltr"');
    expect(html).toContain(`<html lang="${texts(locale).lang}"`);
    const said = MAIL_KINDS[kind].values.filter((name) => name === 'link' || name === 'code');
    expect(said.filter((name) => !text.includes(SAMPLE[name] ?? '?'))).toEqual([]);
    expect(text.includes(UNSUBSCRIBE)).toBe(!MAIL_KINDS[kind].service);
  });

  it.each(KINDS)('lead from %s to our origins only, and load nothing', (kind) => {
    const { html, text } = render(kind, locale);
    const addresses = [...`${html}\n${text}`.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([address]) => new URL(address));
    expect(addresses.length).toBeGreaterThan(0);
    expect([...new Set(addresses.map(({ origin }) => origin))]).toEqual([HOME]);
    expect(html).not.toMatch(/<(img|script|link|iframe|style)\b|url\(|javascript:/i);
  });
});

describe('mails', () => {
  it('have no text for a kind that does not exist, and a text for each that does', () => {
    for (const kind of KINDS) {
      const { values } = MAIL_KINDS[kind];
      expect(texts('en').message(`${kind}.button`) !== null, kind).toBe((values as readonly string[]).includes('link'));
    }
    expect(texts('en').message('nothing.subject')).toBeNull();
    expect(texts('en').message('toString')).toBeNull();
  });

  it('keep markup and addresses of others as text', () => {
    const { html, text, subject } = render('notice', 'en', {
      title: '<b>Hi</b>\r\nBcc: x@example.org',
      text: '<script>alert(1)</script>\uE000',
    });
    expect(html).not.toContain('<b>Hi');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain('<script>alert(1)</script>');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('set dates, countries and amounts as the language does, pieces apart in Arabic', () => {
    expect(render('new_device', 'en').text).toContain('November 20, 2026 at 17:05 UTC');
    expect(render('new_device', 'de').text).toContain('20. November 2026 um 17:05 UTC');
    expect(render('new_device', 'jp').text).toContain('ポルトガル');
    expect(render('new_device', 'en', { country: '' }).text).not.toContain('Country');
    expect(render('new_device', 'ar').text).toContain('\u2068Firefox');
    expect(render('new_device', 'ar').html).toContain('<bdi>Firefox');
    expect(render('prediction_digest', 'de').text).toContain('\u221212,50');
    expect(render('house_limit_set', 'en').text).toContain('is now $2.50');
    expect(render('exclusion_started', 'en', { until: '' }).text).toContain('permanently');
    expect(render('exclusion_started', 'en').text).toContain('December 20, 2026');
    expect(render('house_acted', 'en', { state: 'payouts_held' }).subject).toBe('Your withdrawals are on hold');
    expect(render('otp_changed', 'en', { state: 'off' }).text).toContain('is off');
    expect(render('password_changed', 'en', { ended: 'all' }).text).toContain('logged you out everywhere');
    expect(render('password_changed', 'en', { ended: 'others' }).text).toContain('logged out your other devices');
    expect(render('password_changed', 'en', { ended: 'none' }).text).toContain('other devices stay logged in');
  });

  it.each(MAIL_LOCALES)('say the own word of their person in %s, and nothing of it where there is none', (locale) => {
    const { html, text } = render('new_device', locale, { word: 'blue <b>heron' });
    expect([html, text].map((part) => part.split(/blue (?:<b>|&lt;b&gt;)heron/).length)).toEqual([2, 2]);
    expect(html).not.toContain('<b>heron');
    const label = texts(locale).message('layout.word') ?? '';
    expect([html, text].every((part) => part.includes(label))).toBe(true);
    const without = render('new_device', locale);
    expect([without.html, without.text].some((part) => part.includes(label))).toBe(false);
  });

  it('take the plural of the language', () => {
    expect(render('activation', 'en', { hours: '1' }).text).toContain('1 hour.');
    expect(render('activation', 'ru', { hours: '3' }).text).toContain('3 часа');
    expect(render('activation', 'ru', { hours: '24' }).text).toContain('24 часа');
    expect(render('forgot_password', 'ar', { minutes: '5' }).text).toContain('5 دقائق');
  });

  it('say how long a link holds in the units of the language, as long as it does', () => {
    expect(render('email_change', 'en').text).toContain('24 hours');
    expect(render('email_change', 'en', { wait: '60000' }).text).toContain('1 minute.');
    expect(render('email_change_notice', 'de', { wait: '60000' }).text).toContain('gilt 1 Minute.');
    expect(render('export_ready', 'jp', { wait: '120000' }).text).toMatch(/2 ?分/);
  });

  it('refuse to go out without a value', () => {
    const parts = { texts: texts('en'), brand: 'Tikvo', home: HOME, unsubscribeLink: null, word: null };
    expect(() => renderMail({ kind: 'activation', values: { hours: '1' }, ...parts })).toThrow('without link');
  });

  it('find the language of a code or a tag', () => {
    const asked = ['jp', 'ja', 'ja-JP', 'zh-Hans', 'ch', 'ar-u-nu-latn', 'DE', 'pt', ''];
    expect(asked.map(mailLocaleOf)).toEqual(['jp', 'jp', 'jp', 'ch', 'ch', 'ar', 'de', 'en', 'en']);
  });
});
