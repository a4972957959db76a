import { COLOURS, COLOURS_KEY, THEMES, THEME_KEY } from '../appearance.ts';
import type { Colours, Theme } from '../appearance.ts';

/** How pages look: kept on each device, and with the account where the person wants it on all of them. */
export interface Look {
  readonly theme: Theme;
  readonly colours: Colours;
}

/** What this device last took from the account, or gave to it: tells a change made here from one made elsewhere. */
const SYNCED_KEY = 'tikvo.appearance';

/** What is to be done on this device: nothing, forget what was shared, take the account's look, or give ours to the account. */
type Step = 'none' | 'forget' | 'take' | 'give';

/** Compares what the account wants (null: nothing) with what this device shows and last shared. The account wins where both changed. */
export function nextStep({
  account,
  shared,
  here,
}: {
  readonly account: Look | null;
  readonly shared: Look | null;
  readonly here: Look;
}): Step {
  if (account === null) return shared === null ? 'none' : 'forget';
  if (shared === null || !isSame(account, shared)) return 'take';
  return isSame(here, shared) ? 'none' : 'give';
}

function isSame(one: Look, other: Look): boolean {
  return one.theme === other.theme && one.colours === other.colours;
}

/** The look of this device. */
export function readLook(): Look {
  return toLook(read(THEME_KEY), read(COLOURS_KEY));
}

/** What this device last shared with the account; null: nothing. */
export function readShared(): Look | null {
  const [theme = null, colours = null] = read(SYNCED_KEY)?.split(' ') ?? [];
  return theme === null ? null : toLook(theme, colours);
}

/** Remembers what is shared now; null: nothing is. */
export function writeShared(look: Look | null): void {
  write(SYNCED_KEY, look === null ? null : `${look.theme} ${look.colours}`);
}

/** Makes this device look so, at once. */
export function takeLook(look: Look): void {
  write(THEME_KEY, look.theme);
  write(COLOURS_KEY, look.colours);
  writeShared(look);
  dispatchEvent(new Event('tikvo:appearance'));
}

function toLook(theme: string | null, colours: string | null): Look {
  return {
    theme: THEMES.find((one) => one === theme) ?? 'dark',
    colours: COLOURS.find((one) => one === colours) ?? 'standard',
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing: the look holds until the page is left.
  }
}
