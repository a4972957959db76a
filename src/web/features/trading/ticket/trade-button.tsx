import { ArrowDown, ArrowUp, LoaderCircle, Moon, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/form/field.tsx';
import type { PlacingPhase } from './placing.ts';
import type { Phases } from './use-placing.ts';

export interface TradeButtonProps {
  readonly direction: Direction;
  /** Formatted stake plus profit. */
  readonly totalReturn: string;
  /** Formatted stake, while this button waits for its second tap. */
  readonly confirming: string | null;
  readonly phases: Phases;
  /** Is there a session that can place? Until then the button waits, without a word: it is a matter of moments. */
  readonly ready: boolean;
  /** Why nothing is taken now, of the market or of the amount: stands in the button. */
  readonly blocked: { readonly kind: 'closed' | 'offline' | 'amount'; readonly reason: string } | null;
  readonly keyShown: boolean;
  readonly onTap: (direction: Direction) => void;
}

/** One of the two large buttons: arrow, word and total return; or what it is doing, or why it cannot. */
export function TradeButton(given: TradeButtonProps) {
  const { direction, blocked } = given;
  const phase = usePhase(given.phases, direction);
  const busy = phase !== null;
  const confirming = busy ? null : given.confirming;
  const props = { ...given, phase, confirming };
  const { t } = useTranslation('trading');
  const name = direction === 'UP' ? t('dir.up') : t('dir.down');
  const off = blocked !== null || busy;
  return (
    <button
      type="button"
      aria-disabled={off || !given.ready}
      aria-busy={busy}
      data-direction={direction}
      aria-keyshortcuts={given.keyShown ? (direction === 'UP' ? 'Shift+ArrowUp' : 'Shift+ArrowDown') : undefined}
      onClick={() => props.onTap(direction)}
      className={cx(
        'flex min-h-16 w-full min-w-0 touch-manipulation items-center gap-2.5 rounded-trade px-4 py-1.5 text-start text-18 font-680 transition-[filter,transform] duration-120 ease-out short:min-h-[3.375rem] compact:min-h-[3.75rem] compact:px-3.5 compact:tall-letters:gap-1.5 compact:tall-letters:px-2.5 max-[22.4375rem]:gap-1.5 max-[22.4375rem]:px-2.5',
        blocked !== null && 'bg-s2 text-mut',
        blocked === null && (direction === 'UP' ? 'bg-up text-on-up' : 'bg-down text-on-down'),
        blocked === null && !busy && 'hover:brightness-105 active:scale-[.985]',
        busy && 'cursor-progress',
        confirming !== null && 'shadow-[inset_0_0_0_2px_currentColor]',
      )}
    >
      <ButtonIcon {...props} />
      <span className="min-w-0 flex-1">
        <span className={cx('block leading-[1.15]', confirming !== null && 'text-16')}>
          {confirming === null ? name : t('ticket.confirm', { direction: name, amount: confirming })}
        </span>
        <span className="mt-0.5 block text-13 leading-[1.2] font-540 compact:tall-letters:text-12 max-[22.4375rem]:text-12">
          <Second {...props} />
        </span>
      </span>
      {props.keyShown && !off ? (
        <Kbd className="border-current! font-620 text-current! opacity-80 compact:hidden pointer-coarse:hidden">
          {direction === 'UP' ? '⇧↑' : '⇧↓'}
        </Kbd>
      ) : null}
    </button>
  );
}

/** What a button is doing: only the button itself hears of it. */
export function usePhase(phases: Phases, direction: Direction): PlacingPhase | null {
  return useSyncExternalStore(
    phases.watch,
    () => phases.get()[direction],
    () => null,
  );
}

type Drawn = TradeButtonProps & { readonly phase: PlacingPhase | null };

function ButtonIcon({ blocked, phase, direction }: Drawn) {
  const look = 'size-6 shrink-0 stroke-[2.5] max-[22.4375rem]:size-5';
  if (blocked !== null && blocked.kind !== 'amount') {
    return blocked.kind === 'closed' ? <Moon aria-hidden className={look} /> : <WifiOff aria-hidden className={look} />;
  }
  if (phase !== null) return <LoaderCircle aria-hidden className={cx(look, 'animate-[spin_1s_linear_infinite]')} />;
  return direction === 'UP' ? <ArrowUp aria-hidden className={look} /> : <ArrowDown aria-hidden className={look} />;
}

function Second({ blocked, phase, confirming, totalReturn }: Drawn) {
  const { t } = useTranslation('trading');
  if (blocked !== null) return blocked.reason;
  if (phase === 'placing') return t('state.placing');
  if (phase === 'unconfirmed') return t('state.unconfirmed');
  if (confirming !== null) return t('ticket.confirm_hint');
  return t('ticket.total_return', { amount: totalReturn });
}
