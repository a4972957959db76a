import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SECURITY } from '#web/api/security.ts';
import { useSession } from '#web/api/session.tsx';
import { fetchCode } from '#web/fetch-code.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Panel, PanelRow } from '#web/ui/panel.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useProofWords } from './proof-words.ts';

const KEY = [SECURITY, 'mail-word'] as const;
const LONGEST = 40;

function useWord() {
  const { client, state } = useSession();
  const queries = useQueryClient();
  const word = useQuery({
    queryKey: KEY,
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('mail.word', {}, { signal }),
  });
  const took = (now: { readonly word: string | null }) => queries.setQueryData(KEY, now);
  return { word, took };
}

/** The word that tells the person's mails from us from anybody else's. */
export function WordPanel() {
  const { t } = useTranslation('settings');
  const { word, took } = useWord();
  const [open, setOpen] = useState(false);
  const told = (title: string) => showToast({ id: 'mail-word', tone: 'ok', title });
  const remove = useSend('mail.setWord', {
    toast: 'settings-problem',
    words: useProofWords(),
    onDone: (now) => {
      took(now);
      told(t('word.removed'));
    },
  });
  const own = word.data?.word ?? null;
  return (
    <Panel title={t('word.panel')}>
      {word.isError ? (
        <LoadProblem
          className="mx-4.5 mb-5 md:mx-6"
          error={word.error}
          onRetry={() => {
            void word.refetch();
          }}
        />
      ) : word.data === undefined ? (
        <Skeleton className="mx-4.5 mb-5 h-16 md:mx-6" />
      ) : (
        <PanelRow
          stack
          icon={<MailCheck aria-hidden />}
          title={t('word.title')}
          text={own === null ? t('word.none') : <span data-part="mail-word">{t('word.set', { word: own })}</span>}
          end={
            <>
              <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
                {own === null ? t('set') : t('change')}
              </Button>
              {own === null ? null : (
                <Button
                  variant="danger"
                  size="sm"
                  aria-disabled={remove.busy}
                  onClick={() => void remove.send({ body: { word: null } })}
                >
                  {t('word.remove')}
                </Button>
              )}
            </>
          }
        />
      )}
      {open ? (
        <WordDialog
          word={own ?? ''}
          onClose={() => setOpen(false)}
          onDone={(now) => {
            took(now);
            setOpen(false);
            told(t('word.saved'));
          }}
        />
      ) : null}
    </Panel>
  );
}

function WordDialog(props: {
  readonly word: string;
  readonly onClose: () => void;
  readonly onDone: (now: { readonly word: string | null }) => void;
}) {
  const { t } = useTranslation('settings');
  const call = useSend('mail.setWord', { words: useProofWords(), onDone: props.onDone });
  const form = useForm<{ word: string }>({
    start: { word: props.word },
    call,
    missing: ({ word }) => (word.trim() === '' ? { name: 'word', says: t('word.missing') } : null),
    check: {
      schema: () => fetchCode(() => import('#protocol/mail/word.ts')).then(({ mailWordBody }) => mailWordBody),
      of: ({ word }) => ({ word }),
    },
    faults: (name) => (name === 'word' ? t('word.wrong') : null),
    send: ({ word }) => call.send({ body: { word } }),
  });
  return (
    <Sheet open onOpenChange={props.onClose} title={t('word.sheet')} description={t('word.sheet_text')}>
      <Form form={form}>
        <Field
          label={t('word.field')}
          hint={t('word.hint')}
          dir="auto"
          autoComplete="off"
          maxLength={LONGEST}
          {...form.field('word')}
        />
        <FormEnd form={form} says={t('word.save')} />
      </Form>
    </Sheet>
  );
}
