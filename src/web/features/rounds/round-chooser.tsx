import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { RoundWire } from '#protocol/exchange.ts';
import { countdown } from '#web/i18n/format.ts';
import { useFormats } from '#web/shell-context.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import { Num } from '#web/ui/num.tsx';
import { ChipChoice, Segments } from '#web/ui/tabs.tsx';
import { roundsOf, windowsOf, WINDOW_SEC, type RoundWish } from '#web/shares/round-choice.ts';
import { minuteOf } from '#web/shares/words.ts';

export interface ChooserProps {
  readonly rounds: readonly RoundWire[];
  readonly round: RoundWire;
  readonly now: number;
  /** A round by its id, or the running one of a window. */
  readonly onRound: (wish: RoundWish) => void;
  /** What else is chosen in the line of the phone. */
  readonly end: ReactNode;
}

/** From when to when a round runs: `17:15 – 17:30`. */
export function useSpan(): (round: RoundWire) => string {
  const formats = useFormats();
  return (round) => formats.timeSpan(Date.parse(round.startsAt), Date.parse(round.endsAt));
}

/** Length of the round, and this one or the next; on phones one menu of both. */
export function RoundChooser(props: ChooserProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const span = useSpan();
  const { rounds, round, now } = props;
  const two = roundsOf(rounds, round.window, now);
  const left = Date.parse(round.endsAt) - now;
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-2 text-13 font-540 text-mut compact:hidden">
        <span>{t('term.round')}</span>
        <span className="text-12 font-450 text-faint">
          {t('round.closes', { time: minuteOf(formats, round.endsAt) })} · <Num>{countdown(left)}</Num>
        </span>
      </div>
      <ChipChoice
        className="compact:hidden"
        label={t('round.length')}
        value={round.window}
        onChange={(window) => props.onRound({ window, marketId: null })}
        items={windowsOf(rounds).map((window) => ({
          value: window,
          label: <Num>{formats.duration(WINDOW_SEC[window])}</Num>,
        }))}
      />
      {two.length < 2 ? null : (
        <Segments
          className="mt-2 compact:hidden"
          label={t('round.which')}
          value={round.marketId}
          onChange={(marketId) => props.onRound({ window: round.window, marketId })}
          items={two.map((one, index) => ({
            value: one.marketId,
            label: (
              <bdi
                translate="no"
                className="whitespace-normal tabular-nums"
                title={index === 0 ? t('round.this') : t('round.next')}
              >
                {span(one)}
              </bdi>
            ),
          }))}
        />
      )}
      <PhoneMenu {...props} />
    </div>
  );
}

function PhoneMenu(props: ChooserProps) {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const span = useSpan();
  const { rounds, round, now } = props;
  const items = windowsOf(rounds).flatMap((window) =>
    roundsOf(rounds, window, now).map((one) => ({
      value: one.marketId,
      label: (
        <span className="flex justify-between gap-4">
          <span>{formats.durationLong(WINDOW_SEC[window])}</span>
          <bdi translate="no" className="tabular-nums text-mut">
            {span(one)}
          </bdi>
        </span>
      ),
    })),
  );
  return (
    // On low phones its touch target reaches into the gaps, so that the fields stay free above the line of the button.
    <div className="flex flex-wrap items-center gap-x-2.5 text-13 roomy:hidden [@media(max-height:43.75rem)]:-my-2">
      <Menu
        align="start"
        className="max-h-[60dvh] min-w-60 overflow-y-auto"
        trigger={
          <button type="button" className="inline-flex min-h-9 items-center gap-1.5 font-540 pointer-coarse:min-h-11">
            <span className="vh">{t('term.round')}</span>
            <span>{formats.durationLong(round.windowSec)}</span>
            <bdi translate="no" className="tabular-nums text-mut">
              {span(round)}
            </bdi>
            <ChevronDown aria-hidden className="size-4 text-mut" />
          </button>
        }
      >
        <MenuChoice
          value={round.marketId}
          onChange={(marketId) => {
            const window = rounds.find((one) => one.marketId === marketId)?.window ?? round.window;
            props.onRound({ window, marketId });
          }}
          items={items}
        />
      </Menu>
      <Num className="me-auto text-mut">{countdown(Date.parse(round.endsAt) - now)}</Num>
      {props.end}
    </div>
  );
}
