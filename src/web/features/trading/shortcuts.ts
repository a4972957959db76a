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
}

/** What a key does on the trading screen; null when it is not ours. Placing needs one-click trading and a desktop screen. */
export function shortcutOf(press: KeyPress, may: { readonly place: boolean }): ShortcutAct | null {
  if (press.other || press.repeat || press.busy) return null;
  if (press.key === 'ArrowUp' || press.key === 'ArrowDown') {
    if (!may.place || press.shift) return null;
    return { do: 'place', direction: press.key === 'ArrowUp' ? 'UP' : 'DOWN' };
  }
  // Shift+1 is "!" on one keyboard and "1" on another: the place of the key decides.
  const digit = /^Digit([1-5])$/.exec(press.code)?.[1];
  if (digit !== undefined) return { do: press.shift ? 'duration' : 'amount', index: Number(digit) - 1 };
  if (press.key === '/') return { do: 'search' };
  if (press.key === '?') return { do: 'list' };
  if (press.shift) return null;
  if (press.key.toLowerCase() === 'm') return { do: 'sound' };
  if (press.key.toLowerCase() === 'd') return { do: 'realm' };
  return null;
}
