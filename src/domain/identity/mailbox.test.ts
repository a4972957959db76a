import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

describe('the mailbox of an address', () => {
  it.each([
    ['ada.lind+bets@gmail.com', 'adalind@gmail.com'],
    ['a.d.a.lind@googlemail.com', 'adalind@gmail.com'],
    ['ada+2@outlook.com', 'ada@outlook.com'],
    ['ada.lind@outlook.com', 'ada.lind@outlook.com'],
    ['ada@me.com', 'ada@icloud.com'],
    ['ada.lind@pm.me', 'adalind@proton.me'],
    ['ada+x@yandex.com', 'ada@yandex.ru'],
  ])('%s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  it.each(['ada.lind+bets@example.org', '+tag@gmail.com', 'ada@mail.gmail.com.example'])(
    '%s stays as it is',
    (email) => {
      expect(mailboxOf(email)).toBe(email);
    },
  );
});
