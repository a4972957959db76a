import { Newspaper } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { toDecimal, type Usdt } from '#domain/money.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Num } from '#web/ui/num.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { LineChart } from '#web/ui/show/charts.tsx';
import { StatTiles, toneOfResult } from '#web/ui/show/stat-tiles.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { EndedRows, HeldRows, OrderRows, SetRows } from './portfolio-rows.tsx';
import { profitOverTime, totalsOf, type Markets } from './portfolio.ts';
import { useCancelling, usePortfolio } from './use-portfolio.ts';

type Tab = 'held' | 'orders' | 'ended' | 'sets';

/** Everything that one has, had and ordered in events, whatever state they are in. */
export function PortfolioScreen() {
  const { rows, markets, reload } = usePortfolio();
  if (rows.data === undefined)
    return rows.isError ? (
      <LoadProblem error={rows.error} onRetry={() => void rows.refetch()} />
    ) : (
      <div aria-busy className="grid gap-4">
        <Skeleton className="h-22 rounded-card" />
        <Skeleton className="h-60 rounded-card" />
      </div>
    );
  const { held, ended, orders, sets } = rows.data;
  if (held.length + ended.length + orders.length + sets.length === 0) return <Nothing />;
  return (
    <>
      {rows.isError ? <LoadProblem error={rows.error} onRetry={() => void rows.refetch()} /> : null}
      <Figures held={held} ended={ended} markets={markets} />
      <Lists {...{ held, ended, orders, sets, markets, reload }} />
    </>
  );
}

function Nothing() {
  const { t } = useTranslation('events');
  const { config, locale } = useShell();
  return (
    <EmptyState
      className="card"
      icon={<Newspaper aria-hidden />}
      title={t('portfolio.none')}
      text={t('portfolio.none_text')}
      action={
        <a className={buttonClass({ variant: 'primary' })} href={link(config, 'events', pathOf('events', locale))}>
          {t('back')}
        </a>
      }
    />
  );
}

interface OwnRows {
  readonly held: readonly PositionWire[];
  readonly ended: readonly PositionWire[];
  /** null: not known yet. */
  readonly markets: Markets | null;
}

function Figures({ held, ended, markets }: OwnRows) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const totals = totalsOf(held, ended, markets ?? new Map());
  const money = (amount: Usdt, signed = false) => formats.own(toDecimal(amount, 2), { signed });
  const isPriced = markets !== null && totals.unpriced < held.length;
  const points = profitOverTime(ended, serverClock.now()).map(({ id, at, sum }) => ({
    id,
    value: Number(toDecimal(sum, 2)),
    text: `${formats.date(at)} ${money(sum, true)}`,
    at,
  }));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <>
      <StatTiles
        items={[
          {
            id: 'value',
            label: t('portfolio.value'),
            value: isPriced ? money(totals.value) : '–',
            text:
              totals.unpriced > 0 && markets !== null
                ? t('portfolio.unpriced', { count: totals.unpriced })
                : t('portfolio.value_text'),
          },
          {
            id: 'open',
            label: t('portfolio.open'),
            value: isPriced ? money(totals.open, true) : '–',
            text: t('portfolio.open_text', { cost: money(totals.cost) }),
            ...(isPriced ? toneOfResult(Number(totals.open)) : {}),
          },
          {
            id: 'ended',
            label: t('portfolio.ended'),
            value: money(totals.ended, true),
            text: t('portfolio.ended_text'),
            ...toneOfResult(Number(totals.ended)),
          },
        ]}
      />
      {first === undefined || last === undefined ? null : (
        <section className="card grid gap-3 p-4 md:p-6" aria-labelledby="portfolio-curve">
          <h2 id="portfolio-curve" className="text-16 font-620">
            {t('portfolio.curve')}
          </h2>
          <LineChart
            title={t('portfolio.curve')}
            points={points}
            from={formats.date(first.at)}
            to={formats.date(last.at)}
          />
        </section>
      )}
    </>
  );
}

type Loaded = NonNullable<ReturnType<typeof usePortfolio>['rows']['data']>;

interface ListsProps extends OwnRows {
  readonly orders: Loaded['orders'];
  readonly sets: Loaded['sets'];
  readonly reload: () => void;
}

function Lists({ held, ended, orders, sets, markets, reload }: ListsProps) {
  const { t } = useTranslation(['events', 'rounds']);
  const [tab, setTab] = useState<Tab>(held.length === 0 && orders.length > 0 ? 'orders' : 'held');
  const [asked, setAsked] = useState(false);
  const { busy, cancel, cancelAll } = useCancelling(reload);
  const counted = (name: string, count: number) => (
    <>
      {name} {count > 0 ? <Num className="text-faint">{count}</Num> : null}
    </>
  );
  return (
    <section className="card overflow-hidden" data-part="portfolio">
      <Tabs
        label={t('portfolio.lists')}
        listClassName="px-4"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'held', label: counted(t('rounds:panel.positions'), held.length) },
          { value: 'orders', label: counted(t('rounds:panel.orders'), orders.length) },
          { value: 'ended', label: counted(t('show.ended'), ended.length) },
          // Few people move sets.
          ...(sets.length === 0 ? [] : [{ value: 'sets' as const, label: counted(t('portfolio.sets'), sets.length) }]),
        ]}
      >
        <Panel value="held" isEmpty={held.length === 0} text={t('rounds:panel.no_positions')}>
          <HeldRows rows={held} markets={markets} />
        </Panel>
        <Panel value="orders" isEmpty={orders.length === 0} text={t('rounds:panel.no_orders')}>
          <OrderRows rows={orders} markets={markets} busy={busy} onCancel={(id) => void cancel(id)} />
          {orders.length > 1 ? (
            <p className="p-3 text-end">
              <Button variant="ghost" aria-disabled={busy} onClick={() => setAsked(true)}>
                {t('rounds:panel.cancel_all')}
              </Button>
            </p>
          ) : null}
        </Panel>
        <Panel value="ended" isEmpty={ended.length === 0} text={t('portfolio.no_ended')}>
          <EndedRows rows={ended} markets={markets} />
        </Panel>
        <Panel value="sets" isEmpty={sets.length === 0} text={t('portfolio.none_text')}>
          <SetRows rows={sets} />
        </Panel>
      </Tabs>
      <Sheet
        open={asked}
        onOpenChange={setAsked}
        title={t('rounds:cancel_all.title')}
        description={t('portfolio.cancel_text')}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={() => setAsked(false)}>
            {t('rounds:cancel_all.keep')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              setAsked(false);
              void cancelAll(orders.map(({ market }) => market.marketId));
            }}
          >
            {t('rounds:panel.cancel_all')}
          </Button>
        </div>
      </Sheet>
    </section>
  );
}

function Panel(props: {
  readonly value: Tab;
  readonly isEmpty: boolean;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('rounds');
  return (
    <TabPanel value={props.value} className="max-md:pt-3">
      {props.isEmpty ? (
        <EmptyState icon={<Newspaper aria-hidden />} title={t('table.empty')} text={props.text} />
      ) : (
        props.children
      )}
    </TabPanel>
  );
}
