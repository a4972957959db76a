import { readCoinNetworks } from './coin-networks.ts';
import type { Config, Environment } from './config.ts';
import { readNetworks } from './networks.ts';
import { readNews } from './news.ts';
import { readSupportMail } from './support-mail.ts';

type Outside = Pick<Config, 'networks' | 'depositXpub' | 'coinNetworks' | 'newsFeeds' | 'supportMail'>;

/** Chains, feeds and mails: what comes in from outside, each by settings of its own. */
export function readOutside(env: Environment): { readonly outside: Outside; readonly mistakes: readonly string[] } {
  const { networks, depositXpub, mistakes: ofNetworks } = readNetworks(env);
  const { coinNetworks, mistakes: ofCoins } = readCoinNetworks(env);
  const { newsFeeds, mistakes: ofNews } = readNews(env);
  const { supportMail, mistakes: ofMails } = readSupportMail(env);
  return {
    outside: { networks, depositXpub, coinNetworks, newsFeeds, supportMail },
    mistakes: [...ofNetworks, ...ofCoins, ...ofNews, ...ofMails],
  };
}
