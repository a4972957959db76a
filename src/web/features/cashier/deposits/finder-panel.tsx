import { useState } from 'react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import { Banner } from '#web/ui/states.tsx';
import { DepositRow } from './deposit-list.tsx';
import type { Options } from './use-deposits.ts';

type Found = CallAnswer<'deposits.find'>;

/** Where a deposit is that the person misses, by the hash of its transaction. */
export function FinderPanel({ options }: { readonly options: Options }) {
  const { t } = useTranslation('deposit');
  const [found, setFound] = useState<Found | null>(null);
  const look = useSend('deposits.find', { onDone: setFound });
  const form = useForm({
    start: { txHash: '' },
    call: look,
    missing: ({ txHash }) => (txHash.trim() === '' ? { name: 'txHash', says: t('find.missing') } : null),
    faults: (name) => (name === 'txHash' ? t('find.wrong') : null),
    send: async ({ txHash }) => {
      setFound(null);
      await look.send({ body: { txHash: txHash.trim() } });
      // The hash stays, to be looked up again.
      return null;
    },
  });
  return (
    <Panel title={t('find.title')} text={t('find.text')}>
      <PanelBody>
        <Form form={form}>
          <Field
            label={t('find.hash')}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={80}
            {...form.field('txHash')}
          />
          <FormEnd form={form} says={t('find.look')} busy={t('find.looking')} />
        </Form>
      </PanelBody>
      <div aria-live="polite">{found === null ? null : <Answer found={found} options={options} />}</div>
    </Panel>
  );
}

function Answer({ found, options }: { readonly found: Found; readonly options: Options }) {
  const { t } = useTranslation('deposit');
  const { answer } = found;
  const nameOf = (id: string | null) => options.networks.find((one) => one.id === id)?.name ?? id ?? '';
  return (
    <>
      <Banner tone={answer === 'found' || answer === 'waiting' ? 'ok' : 'warn'} className="mx-4.5 mb-4.5 md:mx-6">
        {t(`find.${answer}`, { network: nameOf(found.network) })}
        {found.away.length === 0 ? null : ` ${t('find.away', { networks: found.away.map(nameOf).join(', ') })}`}
      </Banner>
      {found.deposits.length === 0 ? null : (
        <ul>
          {found.deposits.map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} options={options} />
          ))}
        </ul>
      )}
    </>
  );
}
