import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PAIR_GROUPS } from '#domain/prices/pair.ts';
import type { PairWire } from '#protocol/trading.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { TicksResult } from './ticks-result.tsx';
import { daysIn, firstChoice, problemOf, queryOf, toggled, yearsOf, type TickChoice } from './ticks-query.ts';
import { Num } from '#web/ui/num.tsx';

const PREVIEW = '8';
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Market, pair, day and hours; then what there is, and the files. */
export function TicksScreen({ pairs, now }: { readonly pairs: readonly PairWire[]; readonly now: number }) {
  const { t } = useTranslation('ticks');
  const { client } = useSession();
  const { locale } = useShell();
  const [choice, setChoice] = useState(() => firstChoice(now, 'crypto', pairs[0]?.id ?? 'BTC-USD'));
  const [asked, setAsked] = useState<TickChoice | null>(null);
  const query = asked === null ? null : queryOf(asked, LOCALE_FACTS[locale].tag);
  const found = useQuery({
    queryKey: ['ticks', query],
    enabled: query !== null,
    retry: false,
    queryFn: ({ signal }) =>
      client.call('ticks.history', { query: { ...query, limit: PREVIEW } as never }, { signal, timeoutMs: 60_000 }),
  });
  return (
    <div className="grid gap-4 py-6">
      <div>
        <h1 className="text-26 font-620 md:text-38">{t('page.tick_data')}</h1>
        <p className="mt-1 max-w-2xl text-mut text-pretty">{t('lead')}</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <ChoiceCard pairs={pairs} now={now} choice={choice} onChoice={setChoice} onAsk={() => setAsked(choice)} />
        <div className="grid min-w-0 gap-4" aria-live="polite" aria-busy={found.isFetching}>
          {found.isFetching ? <Skeleton className="h-64" /> : null}
          {found.isError && !found.isFetching ? (
            <section className="card">
              <EmptyState
                title={found.error instanceof ApiError && found.error.text !== '' ? found.error.text : t('failed')}
                action={<Button onClick={() => void found.refetch()}>{t('retry')}</Button>}
              />
            </section>
          ) : null}
          {found.data !== undefined && !found.isFetching && query !== null ? (
            <TicksResult ticks={found.data} query={query} />
          ) : null}
        </div>
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly pairs: readonly PairWire[];
  readonly now: number;
  readonly choice: TickChoice;
  readonly onChoice: (choice: TickChoice) => void;
  readonly onAsk: () => void;
}

function ChoiceCard({ pairs, now, choice, onChoice, onAsk }: ChoiceProps) {
  const { t } = useTranslation(['ticks', 'trading']);
  const set = (part: Partial<TickChoice>) => onChoice({ ...choice, ...part });
  const problem = problemOf(choice, now);
  const ofMarket = pairs.filter((pair) => pair.market === choice.market);
  return (
    <section className="card grid gap-4 p-5 max-sm:p-4">
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('market')}
          value={choice.market}
          onChange={(event) => {
            const market = PAIR_GROUPS.find((one) => one === event.currentTarget.value) ?? 'crypto';
            set({ market, pair: pairs.find((pair) => pair.market === market)?.id ?? choice.pair });
          }}
        >
          {PAIR_GROUPS.map((group) => (
            <option key={group} value={group}>
              {t(`trading:group.${group}`)}
            </option>
          ))}
        </Select>
        <Select label={t('pair')} value={choice.pair} onChange={(event) => set({ pair: event.currentTarget.value })}>
          {ofMarket.map(({ id }) => (
            <option key={id} value={id}>
              {pairLabel(id)}
            </option>
          ))}
        </Select>
      </div>
      <DayFields now={now} choice={choice} set={set} />
      <HourField hours={choice.hours} onHours={(hours) => set({ hours })} />
      <div className="grid gap-2">
        <output className="text-13 text-mut empty:hidden">{problem === null ? null : t(problem)}</output>
        <Button
          variant="primary"
          size="lg"
          wide
          aria-disabled={problem !== null}
          onClick={() => {
            if (problem === null) onAsk();
          }}
        >
          <Download aria-hidden className="size-4" />
          {t('get')}
        </Button>
      </div>
    </section>
  );
}

function DayFields(props: Pick<ChoiceProps, 'now' | 'choice'> & { readonly set: (part: Partial<TickChoice>) => void }) {
  const { t } = useTranslation('ticks');
  const { choice, set } = props;
  const fields = [
    ['year', yearsOf(props.now)],
    ['month', Array.from({ length: 12 }, (_, i) => i + 1)],
    ['day', Array.from({ length: daysIn(choice.year, choice.month) }, (_, i) => i + 1)],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)] gap-2 sm:gap-3">
      {fields.map(([name, values]) => (
        <Select
          key={name}
          label={t(name)}
          value={choice[name]}
          onChange={(event) => set({ [name]: Number(event.currentTarget.value) })}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}

function HourField({
  hours,
  onHours,
}: {
  readonly hours: readonly number[];
  readonly onHours: (hours: readonly number[]) => void;
}) {
  const { t } = useTranslation('ticks');
  const formats = useFormats();
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-540 text-mut">{t('hours')}</legend>
      <div className="grid grid-cols-6 gap-1.5 sm:grid-cols-8 lg:grid-cols-6" dir="ltr">
        {HOURS.map((hour) => (
          <button
            key={hour}
            type="button"
            aria-pressed={hours.includes(hour)}
            onClick={() => onHours(toggled(hours, hour))}
            className={cx(
              'min-h-8 rounded-btn text-13 pointer-coarse:min-h-11',
              hours.includes(hour)
                ? 'bg-brand-soft text-text shadow-[inset_0_0_0_1.5px_var(--color-brand-text)]'
                : 'bg-s2 text-mut hover:text-text',
            )}
          >
            <Num>{formats.number(hour).padStart(2, '0')}</Num>
          </button>
        ))}
      </div>
      <Button variant="ghost" size="sm" className="mt-1.5" onClick={() => onHours(HOURS)}>
        {t('all')}
      </Button>
    </fieldset>
  );
}
