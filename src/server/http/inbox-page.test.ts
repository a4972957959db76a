import { describe, expect, it } from 'vitest';
import type { KeptMail } from '#server/mail/index.ts';
import { inboxPage, mailPage } from './inbox-page.ts';

const MAIL: KeptMail = {
  id: '018f0000-0000-7000-8000-000000000001',
  at: Date.UTC(2026, 10, 21, 0, 15),
  kind: 'activation',
  to: '"><script>alert(1)</script>@example.org',
  subject: '<img src=x onerror=alert(1)>',
  html: '<!doctype html><html><head><title>t</title></head><body><a href="https://a.example/?b=1&amp;c=2">Go</a></body></html>',
  text: 'Go: https://a.example/?b=1&c=2 <b>now</b>',
};

describe('the inbox page', () => {
  it('says what it is, with mails, without them, and where a relay has them', () => {
    const full = inboxPage({ brand: 'Tikvo', mails: [MAIL], isRelayed: false });
    expect(full).toContain('This is a simulator');
    expect(full).toContain(`href="/dev/inbox/${MAIL.id}"`);
    expect(full).toContain('2026-11-21T00:15:00.000Z');
    expect(inboxPage({ brand: 'Tikvo', mails: [], isRelayed: false })).toContain('There is no mail yet');
    expect(inboxPage({ brand: 'Tikvo', mails: [], isRelayed: true })).toContain('SMTP_URL is set');
  });

  it('shows what others wrote as text, and the mail only inside a shut frame', () => {
    const pages = [
      inboxPage({ brand: 'A & B', mails: [MAIL], isRelayed: false }),
      mailPage({ brand: 'A & B', mail: MAIL }),
    ];
    for (const page of pages) {
      expect(page).not.toMatch(/<script|<img/);
      expect(page).toContain('A &#38; B');
    }
    const frame = /<iframe[^>]+>/.exec(pages[1] ?? '')?.[0] ?? '';
    expect(frame).toContain('sandbox="allow-top-navigation-by-user-activation"');
    expect(frame).not.toContain('allow-scripts');
    expect(frame).toContain('&lt;base target=&quot;_top&quot;&gt;');
  });

  it('makes links of the addresses in the plain text', () => {
    const page = mailPage({ brand: 'Tikvo', mail: MAIL });
    expect(page).toContain(
      '<a href="https://a.example/?b=1&amp;c=2">https://a.example/?b=1&amp;c=2</a> &lt;b&gt;now&lt;/b&gt;',
    );
  });
});
