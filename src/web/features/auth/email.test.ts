import { describe, expect, it } from 'vitest';
import { isEmail } from './email.ts';

describe('an e-mail address', () => {
  it.each(['a@b.co', ' mila.kovar@mail.test ', 'x+y@sub.domain.example', 'имя@почта.рф'])('%j may be one', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'a',
    'a@b',
    'a b@c.de',
    'a@@b.co',
    'a@b..co',
    '@b.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(260)}.co`,
  ])('%j is none', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
