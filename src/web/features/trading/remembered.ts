import type { Realm } from '#domain/realm.ts';
import type { ChartKind, Interval } from './chart/bars.ts';
import { INTERVALS } from './chart/bars.ts';

const KEYS = {
  amount: 'tikvo.demo.amount',
  duration: 'tikvo.demo.duration',
  favourites: 'tikvo.favourites',
  pair: 'tikvo.pair',
  sound: 'tikvo.sound',
  shortcuts: 'tikvo.shortcuts',
  chart: 'tikvo.chart',
  guided: 'tikvo.guided',
} as const;

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The device's store; one that keeps nothing where the browser forbids it. */
export function deviceStore(): Store {
  try {
    const store = globalThis.localStorage;
    store.getItem(KEYS.amount);
    return store;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

export interface RememberedTicket {
  readonly amount: string;
  readonly durationSec: number;
}

/** Last demo values. In the real realm nothing is remembered. */
export function rememberedTicket(store: Store, realm: Realm): RememberedTicket {
  const first = { amount: '25', durationSec: realm === 'demo' ? 30 : 60 };
  if (realm !== 'demo') return first;
  const seconds = Number(store.getItem(KEYS.duration) ?? Number.NaN);
  return {
    amount: store.getItem(KEYS.amount) ?? first.amount,
    durationSec: Number.isInteger(seconds) && seconds > 0 ? seconds : first.durationSec,
  };
}

export function rememberTicket(store: Store, realm: Realm, values: RememberedTicket): void {
  if (realm !== 'demo') return;
  store.setItem(KEYS.amount, values.amount);
  store.setItem(KEYS.duration, String(values.durationSec));
}

export function readFavourites(store: Store): ReadonlySet<string> {
  return new Set((store.getItem(KEYS.favourites) ?? '').split(',').filter((id) => id !== ''));
}

export function writeFavourites(store: Store, favourites: ReadonlySet<string>): void {
  store.setItem(KEYS.favourites, [...favourites].join(','));
}

export function readPair(store: Store): string | null {
  return store.getItem(KEYS.pair);
}

export function writePair(store: Store, id: string): void {
  store.setItem(KEYS.pair, id);
}

/** Switches are on unless switched off; sound is off until switched on. */
export function readSwitch(store: Store, name: 'sound' | 'shortcuts'): 'on' | 'off' {
  const kept = store.getItem(KEYS[name]);
  if (kept === null) return name === 'shortcuts' ? 'on' : 'off';
  return kept === '1' ? 'on' : 'off';
}

export function writeSwitch(store: Store, name: 'sound' | 'shortcuts', state: 'on' | 'off'): void {
  store.setItem(KEYS[name], state === 'on' ? '1' : '0');
}

export interface ChartChoice {
  readonly kind: ChartKind;
  readonly interval: Interval;
}

export function readChart(store: Store): ChartChoice {
  const [kind, interval] = (store.getItem(KEYS.chart) ?? '').split(',');
  return {
    kind: kind === 'candles' ? 'candles' : 'area',
    interval: INTERVALS.find((one) => one === interval) ?? '5s',
  };
}

export function writeChart(store: Store, choice: ChartChoice): void {
  store.setItem(KEYS.chart, `${choice.kind},${choice.interval}`);
}

/** Has this device ended the first steps of the demo? */
export function readGuided(store: Store): boolean {
  return store.getItem(KEYS.guided) === '1';
}

export function writeGuided(store: Store): void {
  store.setItem(KEYS.guided, '1');
}
