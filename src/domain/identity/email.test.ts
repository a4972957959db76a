import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, maskName, readEmail } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    [' Ada.Byron+test@Example.COM ', 'ada.byron+test@example.com'],
    ['o_brien@mail.example.co.uk', 'o_brien@mail.example.co.uk'],
    ['jörg@müller.example', 'jörg@müller.example'],
    ['user@xn--bcher-kva.example', 'user@xn--bcher-kva.example'],
  ])('%s is read as %s', (text, email) => {
    expect(readEmail(text)).toBe(email);
  });

  it('begins with what stands before its last @', () => {
    expect(beginningOf('ada.byron+test@example.com')).toBe('ada.byron+test');
  });

  it.each([
    '',
    'nobody',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@example.',
    'ada@-example.com',
    'ada@example..com',
    'ada@127.0.0.1',
    'ada byron@example.com',
    'ada@exa mple.com',
    '.ada@example.com',
    'a..b@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    '"Ada" <ada@example.com>',
    'ada\u0000@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('%j is none', (text) => {
    expect(readEmail(text)).toBeNull();
  });

  it('is read the same when it is read again, and holds no line or space', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
        const email = readEmail(text);
        if (email === null) return;
        expect(readEmail(email)).toBe(email);
        expect(email).not.toMatch(/[\s<>,;]/);
      }),
    );
  });
});

describe('a masked name', () => {
  it.each([
    ['ada', 'A***'],
    [' ödön', 'Ö***'],
    ['😀 smile', '😀***'],
    ['', '****'],
  ])('of %j is %s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });
});
