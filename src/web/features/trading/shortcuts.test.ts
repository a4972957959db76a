import { describe, expect, test } from 'vitest';
import { shortcutOf, type KeyPress } from './shortcuts.ts';

const key = (of: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key: of,
  code: '',
  shift: false,
  other: false,
  repeat: false,
  busy: false,
  ...more,
});
const may = { place: true };

describe('keys', () => {
  test('arrows place', () => {
    expect(shortcutOf(key('ArrowUp'), may)).toEqual({ do: 'place', direction: 'UP' });
    expect(shortcutOf(key('ArrowDown'), may)).toEqual({ do: 'place', direction: 'DOWN' });
  });
  test('but never by a held key, in a field, with another key or without one-click', () => {
    expect(shortcutOf(key('ArrowUp', { repeat: true }), may)).toBeNull();
    expect(shortcutOf(key('ArrowUp', { busy: true }), may)).toBeNull();
    expect(shortcutOf(key('ArrowUp', { other: true }), may)).toBeNull();
    expect(shortcutOf(key('ArrowUp'), { place: false })).toBeNull();
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
});
