import { describe, expect, test } from 'vitest';
import { shortcutOf, type KeyPress } from './shortcuts.ts';

const key = (of: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key: of,
  code: '',
  shift: false,
  other: false,
  repeat: false,
  busy: false,
  inTicket: false,
  ...more,
});
const may = { place: true };

describe('keys', () => {
  test('arrows place within the ticket, and with Shift anywhere', () => {
    expect(shortcutOf(key('ArrowUp', { inTicket: true }), may)).toEqual({ do: 'place', direction: 'UP' });
    expect(shortcutOf(key('ArrowDown', { shift: true }), may)).toEqual({ do: 'place', direction: 'DOWN' });
    expect(shortcutOf(key('ArrowDown', { shift: true, inTicket: true }), may)).toEqual({
      do: 'place',
      direction: 'DOWN',
    });
  });
  test('but alone from a row, a link or nothing they move and scroll', () => {
    expect(shortcutOf(key('ArrowUp'), may)).toBeNull();
    expect(shortcutOf(key('ArrowDown'), may)).toBeNull();
  });
  test('and never by a held key, in a field, with another key or without one-click', () => {
    const inTicket = { inTicket: true, shift: true };
    expect(shortcutOf(key('ArrowUp', { ...inTicket, repeat: true }), may)).toBeNull();
    expect(shortcutOf(key('ArrowUp', { ...inTicket, busy: true }), may)).toBeNull();
    expect(shortcutOf(key('ArrowUp', { ...inTicket, other: true }), may)).toBeNull();
    expect(shortcutOf(key('ArrowUp', inTicket), { place: false })).toBeNull();
  });
  test('digits choose amounts, with Shift durations, by the place of the key', () => {
    expect(shortcutOf(key('3', { code: 'Digit3' }), may)).toEqual({ do: 'amount', index: 2 });
    expect(shortcutOf(key('#', { code: 'Digit3', shift: true }), may)).toEqual({ do: 'duration', index: 2 });
    expect(shortcutOf(key('6', { code: 'Digit6' }), may)).toBeNull();
  });
  test('demo or real, search, sound, list', () => {
    expect(shortcutOf(key('d'), may)).toEqual({ do: 'realm' });
    expect(shortcutOf(key('D', { shift: true }), may)).toBeNull();
    expect(shortcutOf(key('d', { other: true }), may)).toBeNull();
    expect(shortcutOf(key('/'), may)).toEqual({ do: 'search' });
    expect(shortcutOf(key('M'), may)).toEqual({ do: 'sound' });
    expect(shortcutOf(key('?', { shift: true }), may)).toEqual({ do: 'list' });
    expect(shortcutOf(key('x'), may)).toBeNull();
  });
  test.each([
    { keyboard: 'Russian', realm: ['в', 'KeyD'], sound: ['ь', 'KeyM'] },
    { keyboard: 'Ukrainian', realm: ['в', 'KeyD'], sound: ['ь', 'KeyM'] },
    { keyboard: 'Greek', realm: ['δ', 'KeyD'], sound: ['μ', 'KeyM'] },
    { keyboard: 'Arabic', realm: ['ي', 'KeyD'], sound: ['ة', 'KeyM'] },
    { keyboard: 'Hindi', realm: ['्', 'KeyD'], sound: ['स', 'KeyM'] },
    { keyboard: 'AZERTY', realm: ['d', 'KeyD'], sound: ['m', 'Semicolon'] },
    { keyboard: 'Dvorak', realm: ['d', 'KeyH'], sound: ['m', 'KeyM'] },
  ] as const)('letters of a $keyboard keyboard', ({ realm, sound }) => {
    const act = ([of, code]: readonly [string, string]) => shortcutOf(key(of, { code }), may);
    expect(act(realm)).toEqual({ do: 'realm' });
    expect(act(sound)).toEqual({ do: 'sound' });
  });
  test.each([
    { keyboard: 'AZERTY', of: ',', code: 'KeyM' },
    { keyboard: 'Dvorak', of: 'e', code: 'KeyD' },
    { keyboard: 'Russian', of: 'ф', code: 'KeyA' },
    { keyboard: 'any', of: 'Dead', code: 'KeyM' },
  ])('a $keyboard keyboard means nothing by $of at $code', ({ of, code }) => {
    expect(shortcutOf(key(of, { code }), may)).toBeNull();
  });
  test('search and list on keyboards whose signs lie elsewhere', () => {
    expect(shortcutOf(key('ظ', { code: 'Slash' }), may)).toEqual({ do: 'search' });
    expect(shortcutOf(key('؟', { code: 'Slash', shift: true }), may)).toEqual({ do: 'list' });
    expect(shortcutOf(key('/', { code: 'Backslash', shift: true }), may)).toEqual({ do: 'search' });
    expect(shortcutOf(key('?', { code: 'Digit7', shift: true }), may)).toEqual({ do: 'list' });
    expect(shortcutOf(key('.', { code: 'Slash' }), may)).toBeNull();
  });
});
