import { ChevronDown, ChevronRight, Coins, Eye, EyeOff } from 'lucide-react';
import { toDecimal, type Usdt } from '#domain/money.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { hideAmounts, useHiddenAmounts } from '#web/money/hidden-amounts.ts';
import { Own } from '#web/money/own.tsx';
import type { SoldNow as Sold } from '#web/round-slot.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, IconButton, buttonClass } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/menu.tsx';
import { Term } from '#web/ui/term.tsx';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import type { Balance } from './positions/own-predictions.ts';

export interface BalanceMenuProps {
  readonly realm: 'real' | 'demo';
  readonly balance: Balance | null;
  /** What all that is open would bring and make if it were sold now; null: nothing can be. */
  readonly sold: Sold | null;
  readonly refilling: boolean;
  readonly onRefill: () => void;
  /** Asks before the real account. */
  readonly onReal: () => void;
}

/** The balance in the header: which realm it is, what can be staked, what is locked; refill on demo. */
export function BalanceMenu(props: BalanceMenuProps) {
  const { t } = useTranslation('trading');
  const hidden = useHiddenAmounts();
  const { balance, realm } = props;
  const money = (text: string | undefined) => (text === undefined ? '–' : <Own amount={text} />);
  return (
    <div className="flex items-center gap-2">
      <OpenNow sold={props.sold} />
      <Popover
        align="end"
        className="w-72"
        trigger={
          <button
            type="button"
            className="flex h-10 items-center gap-2.5 rounded-btn bg-s2 px-3 text-start hover:bg-s3 pointer-coarse:h-11"
          >
            <span>
              <span className="flex items-center gap-1.5 text-11 leading-[0.8125rem] font-540 text-mut">
                {realm === 'demo' ? (
                  <span className="rounded-[4px] bg-warn-soft px-1 text-warn">{t('demo.chip')}</span>
                ) : (
                  t('account.real')
                )}
              </span>
              <Num className="block min-w-[5.25rem] whitespace-nowrap text-14 leading-[1.0625rem] font-620">
                {money(balance?.cash)}
              </Num>
            </span>
            <ChevronDown aria-hidden className="size-4 text-mut" />
          </button>
        }
      >
        <div className="grid gap-3 text-13">
          {realm === 'demo' ? (
            <div className="grid gap-1.5">
              <Chip tone="warn" className="justify-self-start">
                {t('account.demo')}
              </Chip>
              <p className="text-12 text-mut">{t('demo.explain')}</p>
            </div>
          ) : null}
          <dl className="grid gap-1.5">
            <div className="flex justify-between gap-3">
              <dt className="text-mut">{t('balance.available')}</dt>
              <Num as="dd" className="font-620">
                {money(balance?.cash)}
              </Num>
            </div>
            <div className="flex justify-between gap-3">
              <dt className="text-mut">
                <Term name="locked">{t('balance.locked')}</Term>
              </dt>
              <Num as="dd" className="font-620">
                {money(balance?.locked)}
              </Num>
            </div>
            <SoldNow sold={props.sold} />
          </dl>
          {realm === 'demo' ? (
            <Button wide aria-disabled={props.refilling} onClick={props.onRefill}>
              <Coins aria-hidden className="size-4" />
              {t('demo.refill')}
            </Button>
          ) : null}
          {realm === 'real' ? <DepositLink wide /> : null}
          <OtherRealm realm={realm} onReal={props.onReal} />
          <Button wide variant="ghost" onClick={() => hideAmounts(hidden ? 'show' : 'hide')}>
            {hidden ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
            {hidden ? t('balance.show') : t('balance.hide')}
          </Button>
        </div>
      </Popover>
      {realm === 'demo' ? (
        <IconButton
          label={t('demo.refill')}
          aria-disabled={props.refilling}
          onClick={props.onRefill}
          className="max-[22.4375rem]:hidden"
        >
          <Coins aria-hidden />
        </IconButton>
      ) : (
        <DepositLink className="max-xl:hidden" />
      )}
    </div>
  );
}

function DepositLink(props: { readonly wide?: true; readonly className?: string }) {
  const { t } = useTranslation('common');
  const { config, locale } = useShell();
  return (
    <a
      href={link(config, 'dashboard', pathOf('deposit', locale))}
      className={cx(buttonClass({ variant: 'primary', wide: props.wide === true }), props.className)}
    >
      {t('cash.deposit')}
    </a>
  );
}

interface SoldProps {
  readonly sold: BalanceMenuProps['sold'];
}

const toneOf = (profit: Usdt) => cx('font-620', profit > 0n && 'text-up', profit < 0n && 'text-down');

/** Beside the balance, of one width: gain or loss of all that is open. */
function OpenNow({ sold }: SoldProps) {
  const { t } = useTranslation('trading');
  return (
    <div className="min-w-24 text-end max-xl:hidden" data-part="open-now">
      <p className="text-11 leading-[0.8125rem] font-540 text-mut">{t('col.if_sold')}</p>
      <p className="text-14 leading-[1.0625rem]">
        {sold === null ? (
          <span className="text-faint">–</span>
        ) : (
          <Own amount={toDecimal(sold.profit, 2)} signed className={toneOf(sold.profit)} />
        )}
      </p>
    </div>
  );
}

/** The same in the menu, with what it would bring. */
function SoldNow({ sold }: SoldProps) {
  const { t } = useTranslation('trading');
  if (sold === null) return null;
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-mut">{t('col.if_sold')}</dt>
      <dd className="text-end">
        <Own amount={toDecimal(sold.credit, 2)} className="font-620" />{' '}
        <Own amount={toDecimal(sold.profit, 2)} signed className={toneOf(sold.profit)} />
      </dd>
    </div>
  );
}

/** The way to the other account: to the real one by a question first. */
function OtherRealm({ realm, onReal }: { readonly realm: 'real' | 'demo'; readonly onReal: () => void }) {
  const { t } = useTranslation('trading');
  const { config, locale } = useShell();
  if (realm === 'demo') {
    return (
      <Button
        wide
        variant="outline"
        aria-haspopup="dialog"
        onClick={(event) => {
          // The panel lies over everything: it would cover the question.
          event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          onReal();
        }}
      >
        {t('account.real')}
        <ChevronRight aria-hidden className="flip size-4" />
      </Button>
    );
  }
  return (
    <a
      href={link(config, 'main', pathOf('trading-demo', locale))}
      className={buttonClass({ variant: 'outline', wide: true })}
    >
      {t('account.demo')}
      <ChevronRight aria-hidden className="flip size-4" />
    </a>
  );
}
