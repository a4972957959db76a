import { ChevronRight } from 'lucide-react';
import type { PairWire } from '#protocol/trading.ts';
import { late } from '#web/ui/late.tsx';
import { cx } from '#web/ui/cx.ts';
import { Guard } from '#web/ui/part.tsx';
import { QuickTicket, type QuickTrading } from '../quick-trading-parts.tsx';
import { ScheduledButton } from '../scheduled/scheduled-button.tsx';
import { NextToClose } from '../positions/next-to-close.tsx';
import { OneClickButton } from './one-click.tsx';
import type { OpenListProps } from '../positions/open-state.tsx';
import { SlotBox } from './slot-box.tsx';
import { TicketTabs } from './ticket-tabs.tsx';
import type { RoundMode } from '../use-round-mode.ts';

/** Of the real account only: the demo does without their weight. */
const BarrierCard = late(() => import('./restriction-card.tsx'), {
  waits: <div className="flex-1 compact:min-h-56" />,
});
const LimitLine = late(() => import('./limit-line.tsx'));

/** The column of the ticket: which kind, the ticket itself or what stands in its place, and own limits. */
export function TicketColumn(props: {
  readonly quick: QuickTrading;
  readonly pair: PairWire;
  readonly mode: RoundMode;
  /** The chart fills the window: from tablets on the ticket stays beside it. */
  readonly full: boolean;
  readonly open: OpenListProps;
  readonly onOpen: () => void;
}) {
  const { quick, pair, mode, open } = props;
  const { restriction, limits } = quick;
  return (
    <div
      id="ticket"
      className={cx(
        'flex min-h-0 min-w-0 flex-col bg-s1 compact:flex-none compact:rounded-t-sheet compact:border-t compact:border-line beside:rounded-none beside:border-t-0',
        props.full &&
          'md:fixed md:inset-y-0 md:end-0 md:z-30 md:w-[18.75rem] md:border-s md:border-line xl:w-[19.75rem]',
      )}
    >
      {mode.on ? null : (
        <Guard>
          <NextToClose
            {...open}
            onOpen={props.onOpen}
            chevron={<ChevronRight aria-hidden className="flip size-4 text-faint" />}
          />
        </Guard>
      )}
      <Guard>
        <TicketTabs
          mode={mode}
          end={
            <>
              <ScheduledButton quick={quick} list={open} />
              {restriction === null ? (
                <OneClickButton
                  className="roomy:hidden"
                  state={quick.ticket.ticket.oneClick ? 'on' : 'off'}
                  onState={quick.ticket.setOneClick}
                />
              ) : null}
            </>
          }
        />
      </Guard>
      {mode.on ? (
        <SlotBox
          onElement={mode.places.ticket}
          // On phones it is as high as the ticket that comes, so that the tabs stay under the finger.
          className="flex min-h-0 flex-1 flex-col pt-3.5 short:pt-2.5 compact:flex-none compact:pt-2 compact:empty:min-h-[21.25rem] beside:flex-1 beside:pt-1.5 beside:empty:min-h-0"
        />
      ) : restriction === null ? (
        <Guard>
          <QuickTicket quick={quick} pair={pair} />
        </Guard>
      ) : (
        <Guard>
          <Held quick={quick} />
        </Guard>
      )}
      <Guard>{limits === null || restriction !== null ? null : <LimitLine limits={limits.limits} />}</Guard>
    </div>
  );
}

/** What stands in place of a ticket whose person is held back; nothing where nobody is. */
export function Held({ quick }: { readonly quick: QuickTrading }) {
  return quick.restriction === null ? null : <BarrierCard restriction={quick.restriction} />;
}
