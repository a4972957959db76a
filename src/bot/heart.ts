import { wordsOf, type BotClient } from './client.ts';

/** Beats within the time of one: two may be lost. */
const BEATS = 3;

export interface Heart {
  /** The first beat was heard: what is placed from now on ends with the program. Gives the time of the house then, ms. */
  readonly begun: Promise<number>;
  stop(): void;
}

/** Tells the house again and again that the program lives: else its orders end `seconds` after the last beat that came. */
export function startHeart(
  client: Pick<BotClient, 'call'>,
  { seconds, say }: { readonly seconds: number; readonly say: (line: string) => void },
): Heart {
  let silent = false;
  const beat = async (): Promise<number> => {
    const { until } = await client.call('exchange.heartbeat', { body: { seconds } });
    return Date.parse(until ?? '') - seconds * 1_000;
  };
  const again = async (): Promise<void> => {
    try {
      await beat();
      if (silent) say('back     the house hears the heartbeat again');
      silent = false;
    } catch (error) {
      if (!silent)
        say(`silent   no heartbeat came through, orders end in ${seconds} s at the latest: ${wordsOf(error)}`);
      silent = true;
    }
  };
  const timer = setInterval(() => void again(), (seconds * 1_000) / BEATS);
  return { begun: beat(), stop: () => clearInterval(timer) };
}
