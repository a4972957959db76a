import type { Direction } from '#domain/trading/prediction.ts';

export type ShortcutAct =
  | { readonly do: 'place'; readonly direction: Direction }
  | { readonly do: 'amount' | 'duration'; readonly index: number }
  | { readonly do: 'search' | 'sound' | 'list' | 'realm' };

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta: the browser's own keys. */
  readonly other: boolean;
  readonly repeat: boolean;
  /** Focus is in a field, a list or an open dialog. */
  readonly busy: boolean;
  /** Focus is on a button of the ticket. */
  readonly inTicket: boolean;
}

/** What Latin keyboards have on these keys: read where the keyboard writes another script. */
const LATIN: Readonly<Record<string, string>> = { KeyD: 'd', KeyM: 'm', Slash: '/' };

/**
 * What the key means to us. A Latin letter is itself, wherever AZERTY or Dvorak have it; a letter of another script (Cyrillic, Arabic,
 * Greek, Devanagari) stands for the Latin key at its place.
 */
function meantBy({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key === '؟') return '?';
  const other = /^[\p{L}\p{M}]+$/u.test(key) && !/^\p{Script=Latin}+$/u.test(key);
  return other ? (LATIN[code] ?? '') : key.toLowerCase();
}

/**
 * What a key does on the trading screen; null when it is not ours. Placing needs one-click trading and a desktop screen. An arrow alone is what
 * moves through lists and pages: it places only within the ticket, anywhere else with Shift.
 */
export function shortcutOf(press: KeyPress, may: { readonly place: boolean }): ShortcutAct | null {
  if (press.other || press.repeat || press.busy) return null;
  if (press.key === 'ArrowUp' || press.key === 'ArrowDown') {
    if (!may.place || !(press.shift || press.inTicket)) return null;
    return { do: 'place', direction: press.key === 'ArrowUp' ? 'UP' : 'DOWN' };
  }
  // Shift+1 is "!" on one keyboard and "1" on another: the place of the key decides.
  const digit = /^Digit([1-5])$/.exec(press.code)?.[1];
  if (digit !== undefined) return { do: press.shift ? 'duration' : 'amount', index: Number(digit) - 1 };
  const meant = meantBy(press);
  if (meant === '/') return { do: 'search' };
  if (meant === '?') return { do: 'list' };
  if (press.shift) return null;
  if (meant === 'm') return { do: 'sound' };
  if (meant === 'd') return { do: 'realm' };
  return null;
}
