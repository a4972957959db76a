import script from 'virtual:live-prices-script';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import type { PairWire } from '#protocol/trading.ts';
import { Num } from '#web/ui/num.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { LOCALE_FACTS } from '../i18n/locales.ts';
import { NonceContext } from '../nonce.ts';
import { useFormats, useShell } from '../shell-context.ts';
import { signOf } from '../ui/market/change.tsx';
import { cx } from '../ui/cx.ts';

const TONES = { '-1': 'text-down', '0': 'text-mut', '1': 'text-up' } as const;

interface LiveAreaProps {
  readonly children: ReactNode;
  readonly className?: string;
  /** Public channels that are heard beside the prices: `tikvo:live` events of the area tell their messages. */
  readonly channels?: readonly string[];
  /** What else runs inside it: a script, bundled. */
  readonly script?: string;
}

/** Around everything whose prices move on a page without framework code. */
export function LiveArea({ children, className, channels = [], script: more = '' }: LiveAreaProps) {
  const { config, locale } = useShell();
  const nonce = useContext(NonceContext);
  return (
    <div
      data-live-host={config.apiHost === config.origins.main ? '' : config.apiHost}
      data-live-tag={LOCALE_FACTS[locale].tag}
      data-live-more={channels.length === 0 ? undefined : channels.join(' ')}
      className={cx('group/live', className)}
    >
      {children}
      <script
        type="module"
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: `${more}\n${script}` }}
      />
    </div>
  );
}

/** What the script needs to keep a price and its change up to date inside an element. */
export function liveProps(pair: PairWire, places = pair.precision): Readonly<Record<string, string>> {
  const open = pair.price === null || pair.change24h === null ? '' : String(pair.price / (1 + pair.change24h));
  return { 'data-live-pair': pair.id, 'data-live-places': String(places), 'data-live-open': open };
}

/** What was heard last, while nothing is heard. */
const WHILE_LOST = 'group-data-live-lost/live:opacity-60';

/** Said inside a `LiveArea` while its line is lost. */
export function LiveLost() {
  const { t } = useTranslation('common');
  return <span className="hidden text-12 text-warn group-data-live-lost/live:inline">{t('state.reconnecting')}</span>;
}

/** The price, kept up to date inside a `liveProps` element; while a market rests, the last of its day. A dash while there is none. */
export function LivePrice(props: { readonly pair: PairWire; readonly places?: number; readonly className?: string }) {
  const { pair, places = pair.precision, className } = props;
  const formats = useFormats();
  const price = pair.price ?? pair.spark.at(-1);
  return (
    <span className={cx(WHILE_LOST, className)}>
      <Num data-price="">{price === undefined ? '–' : formats.price(price, places)}</Num>
    </span>
  );
}

/** Change in 24 hours, signed. Nothing is neither up nor down. */
export function LiveChange({ pair, className }: { readonly pair: PairWire; readonly className?: string }) {
  const formats = useFormats();
  if (pair.change24h === null) return null;
  return (
    <span className={cx(WHILE_LOST, className)}>
      <Num className={TONES[signOf(pair.change24h)]} data-change="">
        {formats.percent(signOf(pair.change24h) === 0 ? 0 : pair.change24h, { places: 2, signed: true })}
      </Num>
    </span>
  );
}
