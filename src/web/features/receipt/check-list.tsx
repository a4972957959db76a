import { Check, ChevronDown, Clock, Copy, Minus, X } from 'lucide-react';
import { useState } from 'react';
import type { RoundCheck } from '#verify/rounds/round.ts';
import type { Check as SevenCheck } from '#verify/seven.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import type { CheckNumber, CheckNumbers } from './check-numbers.ts';

const MARKS = {
  pass: [Check, 'bg-ok-soft text-ok'],
  fail: [X, 'bg-bad-soft text-bad'],
  pending: [Clock, 'bg-warn-soft text-warn'],
  none: [Minus, 'bg-s2 text-mut'],
  skipped: [Minus, 'bg-s2 text-mut'],
} as const;

/** One after the other: what is known stands there at once, only the marks come in. */
const MARK_EVERY_MS = 60;

export interface CheckListProps {
  readonly checks: readonly (SevenCheck | RoundCheck)[];
  readonly numbers: CheckNumbers;
  /** The fault that one of them found. */
  readonly code: string | null;
  /** Clock time when what is not public yet will be; null: nothing is missing. */
  readonly sealed: string | null;
}

/** The seven checks of a receipt. */
export function CheckList({ checks, numbers, code, sealed }: CheckListProps) {
  const { t } = useTranslation('verify');
  return (
    <section className="card min-w-0 p-5 md:p-6">
      <h2 className="mb-3 text-18 font-620">{t('checks')}</h2>
      <ul className="grid gap-3">
        {checks.map((check, i) => (
          <CheckRow
            key={check.name}
            check={check}
            delayMs={i * MARK_EVERY_MS}
            numbers={numbers[check.name] ?? []}
            code={check.state === 'fail' ? code : null}
            sealed={sealed}
          />
        ))}
      </ul>
    </section>
  );
}

interface CheckRowProps {
  readonly check: SevenCheck | RoundCheck;
  readonly delayMs: number;
  readonly numbers: readonly CheckNumber[];
  readonly code: string | null;
  readonly sealed: string | null;
}

/** One check in plain words; it opens to the numbers behind it. */
function CheckRow({ check, delayMs, numbers, code, sealed }: CheckRowProps) {
  const { t } = useTranslation('verify');
  const [Icon, tone] = MARKS[check.state];
  const state =
    check.name === 'history' && check.state === 'pending' && sealed !== null
      ? t('state.sealed_at', { time: sealed })
      : t(`state.${check.state}`);
  return (
    <li data-check={check.name} data-state={check.state}>
      <details open={check.state === 'fail'} className="group/check">
        <summary className="flex min-h-9 items-start gap-3 pointer-coarse:min-h-11">
          <span
            key={check.state}
            className={cx('grid size-6 shrink-0 place-items-center rounded-pill animate-tick-in', tone)}
            style={{ animationDelay: `${delayMs}ms` }}
          >
            <Icon aria-hidden className="size-4" />
          </span>
          <span className="flex min-w-0 flex-1 justify-between gap-x-3 max-sm:flex-col">
            <span className="font-540">{t(`check.${check.name}`)}</span>
            <span className="text-13 text-mut">{state}</span>
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-mut group-open/check:rotate-180 print:hidden" />
        </summary>
        <div className="ps-9">
          <p className="pt-1 text-13 text-mut text-pretty">{t(`check.${check.name}.text`)}</p>
          {code === null ? null : (
            <p className="pt-1 text-13 text-bad">
              <bdi dir="ltr">{code}</bdi>
            </p>
          )}
          {numbers.length === 0 ? null : (
            <dl className="mt-2 grid gap-1 rounded-field bg-s2 px-3 py-2 text-13">
              {numbers.map((one) => (
                <NumberRow key={`${one.name} ${one.hour ?? ''}`} number={one} />
              ))}
            </dl>
          )}
        </div>
      </details>
    </li>
  );
}

function NumberRow({ number }: { readonly number: CheckNumber }) {
  const { t } = useTranslation('verify');
  const [copied, setCopied] = useState(false);
  const { name, text, whole, hour } = number;
  const label = name === 'fact.hour_root' ? t(name, { hour: hour ?? '' }) : t(name);
  const copy = () => {
    navigator.clipboard.writeText(whole).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    // What does not fit beside its name stands below it: a name is not broken into letters.
    <div className="flex min-w-0 flex-wrap items-center gap-x-3">
      <dt className="min-w-min flex-[1_1_3.5rem] text-mut">{label}</dt>
      <dd className="ms-auto flex max-w-full min-w-0 items-center gap-1 text-end">
        <Num className="min-w-0 break-words print:hidden">{text}</Num>
        {/* On paper nothing can be copied: the whole of it is printed. */}
        <Num className="hidden break-all print:inline">{whole}</Num>
        <IconButton
          className="size-7! shrink-0 pointer-coarse:-me-2 pointer-coarse:size-11! print:hidden [&_svg]:size-3.5!"
          label={copied ? t('copied.value') : t('copy.value', { name: label })}
          onClick={copy}
        >
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
      </dd>
    </div>
  );
}
