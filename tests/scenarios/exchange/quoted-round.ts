import { roundsWire, type RoundWire } from '#protocol/exchange.ts';
import { until, type Ask } from '#tests/http-calls.ts';

/** A round that has not begun, with quotes of the house on both sides: nothing of it ends during these tests. In the last minute of four hours there is none. */
export async function quotedRound(ask: Ask, token: string): Promise<RoundWire> {
  const find = async () => {
    const answer = await ask('/api/v2/trade/rounds?pair=BTC-USD', { token });
    const { items } = roundsWire.parse(answer.json);
    const soon = Date.now() + 60_000;
    return items.find(
      ({ status, quoted, startsAt, windowSec }) =>
        status === 'OPEN' && quoted && windowSec >= 900 && Date.parse(startsAt) > soon,
    );
  };
  return until('a round with quotes', find, 100_000);
}
