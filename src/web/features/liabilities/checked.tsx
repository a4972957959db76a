import { Check, Clock, Download, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LiabilityCheck, LiabilityFacts, LiabilityVerdict } from '#verify/liabilities/liability.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Banner } from '#web/ui/states.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { unitsText } from '#verify/liabilities/units-text.ts';

const TONES = { valid: 'ok', provisional: 'info', invalid: 'bad' } as const;
const MARKS = {
  pass: [Check, 'bg-ok-soft text-ok'],
  fail: [X, 'bg-bad-soft text-bad'],
  pending: [Clock, 'bg-warn-soft text-warn'],
  skipped: [Minus, 'bg-s2 text-mut'],
} as const;

/** What the browser found in a proof, and the proof as a file. */
export function Checked({ verdict, text }: { readonly verdict: LiabilityVerdict; readonly text: string }) {
  const { t } = useTranslation('liabilities');
  const { facts, checks, code, detail } = verdict;
  const nothing = verdict.verdict !== 'invalid' && facts?.shares.length === 0;
  const said = nothing ? 'own.nothing' : (`verdict.${verdict.verdict}` as const);
  return (
    <>
      <Banner tone={nothing ? 'info' : TONES[verdict.verdict]} title={t(said)}>
        {t(`${said}.text`)}
      </Banner>
      {facts === null ? null : <Facts facts={facts} />}
      <ol className="grid gap-3">
        {checks.map((check) => (
          <Step key={check.name} check={check} />
        ))}
      </ol>
      {code === null ? null : (
        <code dir="ltr" className="text-13 break-all text-bad">
          {`${code}: ${detail ?? ''}`}
        </code>
      )}
      {facts === null || facts.ways.length === 0 ? null : <Ways facts={facts} />}
      <div>
        <SaveProof name={`tikvo-liabilities-${facts?.no ?? 0}.json`} text={text} />
      </div>
    </>
  );
}

/** What they must compare themselves: nobody else knows what they had. */
function Facts({ facts: { id, at, shares, fingerprint } }: { readonly facts: LiabilityFacts }) {
  const { t } = useTranslation('liabilities');
  const formats = useFormats();
  const [account, mail] = partsOf(id);
  const amount = (units: bigint, scale: number, asset: string) =>
    `${formats.price(unitsText(units, scale), scale)} ${asset}`;
  return (
    <dl className="grid gap-2 rounded-field bg-s2 px-3.5 py-3 text-14">
      {shares.flatMap(({ asset, of, scale, own, total }) => [
        <Fact key={`${asset} ${of}`} name={t(`own.${of}`)}>
          <Num className="font-620">{amount(own, scale, asset)}</Num>
        </Fact>,
        <Fact key={`${asset} ${of} all`} name={t(`all.${of}`)}>
          <Num>{amount(total, scale, asset)}</Num>
        </Fact>,
      ])}
      <Fact name={t('own.at')}>
        <bdi>{formats.deadline(at)}</bdi>
      </Fact>
      <Fact name={t('own.as')}>
        {mail === '' ? null : <bdi className="block break-all">{mail}</bdi>}
        <span className="block text-12 break-all text-mut">
          <bdi dir="ltr">{account}</bdi>
        </span>
      </Fact>
      <div>
        <dt className="text-mut">{t('fingerprint')}</dt>
        <dd>
          <bdi dir="ltr" translate="no" className="block text-12 break-all select-all">
            {fingerprint}
          </bdi>
        </dd>
      </div>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-mut">{name}</dt>
      <dd className="ms-auto min-w-0 text-end">{children}</dd>
    </div>
  );
}

/** `acct:<id>|<address>`: account and e-mail address. */
function partsOf(id: string): readonly [string, string] {
  const [account = '', ...mail] = id.replace(/^acct:/, '').split('|');
  return [account, mail.join('|')];
}

function Step({ check: { name, state } }: { readonly check: LiabilityCheck }) {
  const { t } = useTranslation('liabilities');
  const [Mark, tone] = MARKS[state];
  return (
    <li className="flex items-start gap-3" data-check={name} data-state={state}>
      <span className={cx('grid size-6 shrink-0 place-items-center rounded-pill', tone)}>
        <Mark aria-hidden className="size-4" />
        <span className="vh">{t(`state.${state}`)}</span>
      </span>
      <div className="min-w-0 text-14">
        <b className="block font-540">{t(`check.${name}`)}</b>
        <span className="block text-13 text-mut text-pretty">{t(`check.${name}.text`)}</span>
      </div>
    </li>
  );
}

/** Each way as it was computed here, level by level, for those who want to see it. */
function Ways({ facts: { ways } }: { readonly facts: LiabilityFacts }) {
  const { t } = useTranslation('liabilities');
  const formats = useFormats();
  return (
    <details className="group/ways">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-14 text-brand-text underline underline-offset-4 pointer-coarse:min-h-11">
        {t('ways')}
      </summary>
      <p className="mt-1 text-13 text-mut text-pretty">{t('ways.text')}</p>
      {ways.map(({ leaf, steps, asset, scale }, at) => (
        <section key={leaf} className="mt-3">
          <h3 className="text-13 font-620">{t('way', { no: at + 1 })}</h3>
          <ol dir="ltr" className="mt-1 grid gap-1.5 rounded-field bg-s2 p-3 text-12">
            {steps.map(({ sum, hash }) => (
              <li key={hash}>
                <Num className="block">{`${formats.price(unitsText(sum, scale), scale)} ${asset}`}</Num>
                <span translate="no" className="block break-all text-mut">
                  {hash}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </details>
  );
}

function SaveProof({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation('liabilities');
  const save = () => {
    saveFile(new Blob([text], { type: 'application/json' }), name);
  };
  return (
    <Button variant="outline" onClick={save}>
      <Download aria-hidden className="size-4" />
      {t('save')}
    </Button>
  );
}
