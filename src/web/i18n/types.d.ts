import 'i18next';
import type account from './locales/en/account.json';
import type assets from './locales/en/assets.json';
import type auth from './locales/en/auth.json';
import type common from './locales/en/common.json';
import type history from './locales/en/history.json';
import type hours from './locales/en/hours.json';
import type landing from './locales/en/landing.json';
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

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    nsSeparator: ':';
    returnNull: false;
    resources: {
      account: typeof account;
      assets: typeof assets;
      auth: typeof auth;
      common: typeof common;
      errors: Record<string, string>;
      history: typeof history;
      hours: typeof hours;
      landing: typeof landing;
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
    };
  }
}
