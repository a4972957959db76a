// Made from the files of `locales/en` by `npm run texts`.
import type account from './locales/en/account.json';
import type alerts from './locales/en/alerts.json';
import type assets from './locales/en/assets.json';
import type auth from './locales/en/auth.json';
import type blog from './locales/en/blog.json';
import type calibration from './locales/en/calibration.json';
import type cashier from './locales/en/cashier.json';
import type comments from './locales/en/comments.json';
import type common from './locales/en/common.json';
import type deposit from './locales/en/deposit.json';
import type errors from './locales/en/errors.json';
import type events from './locales/en/events.json';
import type feeds from './locales/en/feeds.json';
import type help from './locales/en/help.json';
import type history from './locales/en/history.json';
import type hours from './locales/en/hours.json';
import type ideas from './locales/en/ideas.json';
import type keys from './locales/en/keys.json';
import type kit from './locales/en/kit.json';
import type landing from './locales/en/landing.json';
import type later from './locales/en/later.json';
import type legal from './locales/en/legal.json';
import type liabilities from './locales/en/liabilities.json';
import type limits from './locales/en/limits.json';
import type mail from './locales/en/mail.json';
import type news from './locales/en/news.json';
import type notifications from './locales/en/notifications.json';
import type pages from './locales/en/pages.json';
import type privacy from './locales/en/privacy.json';
import type rounds from './locales/en/rounds.json';
import type rulings from './locales/en/rulings.json';
import type senders from './locales/en/senders.json';
import type seo from './locales/en/seo.json';
import type settings from './locales/en/settings.json';
import type status from './locales/en/status.json';
import type support from './locales/en/support.json';
import type terms from './locales/en/terms.json';
import type ticks from './locales/en/ticks.json';
import type times from './locales/en/times.json';
import type trading from './locales/en/trading.json';
import type verification from './locales/en/verification.json';
import type verify from './locales/en/verify.json';
import type withdraw from './locales/en/withdraw.json';

/** One file per namespace and locale; a page is sent only those its row in `routes.ts` names. */
export const NAMESPACES = [
  'account',
  'alerts',
  'assets',
  'auth',
  'blog',
  'calibration',
  'cashier',
  'comments',
  'common',
  'deposit',
  'errors',
  'events',
  'feeds',
  'help',
  'history',
  'hours',
  'ideas',
  'keys',
  'kit',
  'landing',
  'later',
  'legal',
  'liabilities',
  'limits',
  'mail',
  'news',
  'notifications',
  'pages',
  'privacy',
  'rounds',
  'rulings',
  'senders',
  'seo',
  'settings',
  'status',
  'support',
  'terms',
  'ticks',
  'times',
  'trading',
  'verification',
  'verify',
  'withdraw',
] as const;

/** The English texts of each. */
export interface Spaces {
  account: typeof account;
  alerts: typeof alerts;
  assets: typeof assets;
  auth: typeof auth;
  blog: typeof blog;
  calibration: typeof calibration;
  cashier: typeof cashier;
  comments: typeof comments;
  common: typeof common;
  deposit: typeof deposit;
  errors: typeof errors;
  events: typeof events;
  feeds: typeof feeds;
  help: typeof help;
  history: typeof history;
  hours: typeof hours;
  ideas: typeof ideas;
  keys: typeof keys;
  kit: typeof kit;
  landing: typeof landing;
  later: typeof later;
  legal: typeof legal;
  liabilities: typeof liabilities;
  limits: typeof limits;
  mail: typeof mail;
  news: typeof news;
  notifications: typeof notifications;
  pages: typeof pages;
  privacy: typeof privacy;
  rounds: typeof rounds;
  rulings: typeof rulings;
  senders: typeof senders;
  seo: typeof seo;
  settings: typeof settings;
  status: typeof status;
  support: typeof support;
  terms: typeof terms;
  ticks: typeof ticks;
  times: typeof times;
  trading: typeof trading;
  verification: typeof verification;
  verify: typeof verify;
  withdraw: typeof withdraw;
}
