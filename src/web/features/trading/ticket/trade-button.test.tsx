import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Texts } from '#web/i18n/texts.ts';
import { TextsContext } from '#web/i18n/use-translation.ts';
import { Store } from '#web/live/store.ts';
import { TradeButton, type TradeButtonProps } from './trade-button.tsx';

const trading = JSON.parse(readFileSync('src/web/i18n/locales/en/trading.json', 'utf8')) as Record<string, string>;
const texts = new Texts('en', { trading });

const drawn = (blocked: TradeButtonProps['blocked']) =>
  renderToStaticMarkup(
    <TextsContext value={texts}>
      <TradeButton
        direction="UP"
        totalReturn="$0.00"
        confirming={null}
        phases={new Store(() => ({ UP: null, DOWN: null }))}
        ready
        blocked={blocked}
        keyShown={false}
        onTap={() => undefined}
      />
    </TextsContext>,
  );

it('says what is wrong with an amount in place of a return that there is not', () => {
  const reason = trading['problem.amountMissing'] ?? '';
  const button = drawn({ kind: 'amount', reason });
  expect(button).toContain(reason);
  expect(button).toContain('aria-disabled="true"');
  expect(button).toContain('lucide-arrow-up');
  expect(button).not.toContain('$0.00');
  expect(drawn(null)).toContain('$0.00');
  expect(drawn({ kind: 'offline', reason: 'Pair is offline' })).toContain('lucide-wifi-off');
});
