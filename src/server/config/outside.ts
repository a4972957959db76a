import { readCoinNetworks } from './coin-networks.ts';
import type { Config, Environment } from './config.ts';
import { readNetworks } from './networks.ts';
import { readNews } from './news.ts';
import { readPush } from './push.ts';
import { readSupportMail } from './support-mail.ts';

type Outside = Pick<Config, 'networks' | 'depositXpub' | 'coinNetworks' | 'newsFeeds' | 'supportMail' | 'push'>;

/** Chains, feeds, mails and pushes: what comes in from outside or goes there, each by settings of its own. */
export function readOutside(env: Environment): { readonly outside: Outside; readonly mistakes: readonly string[] } {
  const { networks, depositXpub, mistakes: ofNetworks } = readNetworks(env);
  const { coinNetworks, mistakes: ofCoins } = readCoinNetworks(env);
  const { newsFeeds, mistakes: ofNews } = readNews(env);
  const { supportMail, mistakes: ofMails } = readSupportMail(env);
  const { push, mistakes: ofPushes } = readPush(env);
  return {
    outside: { networks, depositXpub, coinNetworks, newsFeeds, supportMail, push },
    mistakes: [...ofNetworks, ...ofCoins, ...ofNews, ...ofMails, ...ofPushes],
  };
}
