import type account from './locales/en/account.json';
import type assets from './locales/en/assets.json';
import type auth from './locales/en/auth.json';
import type common from './locales/en/common.json';
import type feeds from './locales/en/feeds.json';
import type history from './locales/en/history.json';
import type hours from './locales/en/hours.json';
import type keys from './locales/en/keys.json';
import type kit from './locales/en/kit.json';
import type landing from './locales/en/landing.json';
import type later from './locales/en/later.json';
import type legal from './locales/en/legal.json';
import type limits from './locales/en/limits.json';
import type notifications from './locales/en/notifications.json';
import type pages from './locales/en/pages.json';
import type privacy from './locales/en/privacy.json';
import type rounds from './locales/en/rounds.json';
import type seo from './locales/en/seo.json';
import type settings from './locales/en/settings.json';
import type ticks from './locales/en/ticks.json';
import type trading from './locales/en/trading.json';
import type verify from './locales/en/verify.json';

/** The English texts stand for all: a key that is not among them does not compile. */
interface Resources {
  account: typeof account;
  assets: typeof assets;
  auth: typeof auth;
  common: typeof common;
  errors: Record<string, string>;
  feeds: typeof feeds;
  history: typeof history;
  hours: typeof hours;
  keys: typeof keys;
  kit: typeof kit;
  landing: typeof landing;
  later: typeof later;
  legal: typeof legal;
  limits: typeof limits;
  notifications: typeof notifications;
  pages: typeof pages;
  privacy: typeof privacy;
  rounds: typeof rounds;
  seo: typeof seo;
  settings: typeof settings;
  ticks: typeof ticks;
  trading: typeof trading;
  verify: typeof verify;
}

type Name = keyof Resources;
type KeyOf<N extends Name> = keyof Resources[N] & string;

/** The namespace a component reads, or several: keys of the first stand alone. */
export type TextSpace = Name | readonly [Name, ...Name[]];
/** Keys a component may ask for: `title` of its own namespace, `common:title` of the others it named. */
export type Keys<N extends TextSpace> = N extends Name
  ? KeyOf<N>
  : N extends readonly [infer F extends Name, ...infer R extends readonly Name[]]
    ? KeyOf<F> | { [M in F | R[number]]: `${M}:${KeyOf<M>}` }[F | R[number]]
    : never;
