import { expect, it } from 'vitest';
import { mailAddress } from './mail-address.ts';

it('opens a mail to the house, whole', () => {
  const mail = { subject: 'Ergebnis & Ende?', body: 'Eins\n\nzwei = 50 %' };
  const address = new URL(mailAddress('help+de@tikvo.example', mail));
  expect(address.protocol).toBe('mailto:');
  expect(decodeURIComponent(address.pathname)).toBe('help+de@tikvo.example');
  expect(address.searchParams.get('subject')).toBe(mail.subject);
  expect(address.searchParams.get('body')).toBe('Eins\r\n\r\nzwei = 50 %');
  expect(address.href).toContain('%0D%0A');
  expect(mailAddress('help@tikvo.example', { subject: 'A B' })).toBe('mailto:help@tikvo.example?subject=A%20B');
});
