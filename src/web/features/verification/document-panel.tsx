import { Check, Clock, Lock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { FORMS, sidesOf } from '#domain/verification/documents.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { useSupportLink } from '#web/support-link.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/states.tsx';
import { useNow } from '#web/live/use-now.ts';
import { OwnPicture } from './own-picture.tsx';
import { FormChoice } from './form-choice.tsx';
import { SideDrop } from './side-drop.tsx';
import { STEP_TONES } from './step-looks.ts';
import { lookOf, type StepLook } from './steps.ts';
import { useDocumentsSender } from '#web/documents/sender.ts';
import { useDocumentsChanged, type DocumentView } from '#web/documents/use-documents.ts';

const SIGNS: Partial<Record<StepLook, typeof Check>> = {
  PENDING_APPROVE: Clock,
  APPROVED: Check,
  REJECTED: TriangleAlert,
  FINAL: TriangleAlert,
  APPROVED_REJECTED: TriangleAlert,
  BLOCKED: TriangleAlert,
  LOCKED: Lock,
};

/** One document: how it stands, why, what to do, and the place to send it. `end`: another way to send it. */
export function DocumentPanel({ view, end }: { readonly view: DocumentView; readonly end: ReactNode }) {
  const { t } = useTranslation('verification');
  const shown = lookOf(view);
  const Sign = SIGNS[shown];
  return (
    <Panel
      className="scroll-mt-[100svh]"
      id={view.document}
      title={t(`doc.${view.document}`)}
      text={t(`why.${view.document}`)}
      end={
        <Chip tone={STEP_TONES[shown]} icon={Sign === undefined ? undefined : <Sign aria-hidden />}>
          {t(`st.${shown}`)}
        </Chip>
      }
    >
      <div className="grid gap-3 px-4.5 pb-4.5 empty:pb-1.5 md:px-6 md:pb-6 md:empty:pb-1.5">
        <WhatToDo view={view} shown={shown} />
        {view.closed === null ? <Sending view={view} end={end} /> : null}
      </div>
    </Panel>
  );
}

/** The words of the status; nothing where the place to send it says enough. */
function WhatToDo({ view, shown }: { readonly view: DocumentView; readonly shown: StepLook }) {
  const { t } = useTranslation('verification');
  const formats = useFormats();
  const support = useSupportLink();
  const changed = useDocumentsChanged();
  const { client, isPhone } = useDocumentsSender();
  const appeal = useSend('documents.appeal', { client, onDone: changed });
  const now = useNow();
  const { document, reason, dueAt, place, supportFrom, canAppeal, closed, validUntil } = view;
  const asksSupport = shown === 'BLOCKED' || (supportFrom !== null && Date.parse(supportFrom) <= now);
  return (
    <>
      <WhyLocked closed={closed} />
      {dueAt === null ? null : (
        <p className="text-13 text-mut">
          {t('waiting', { at: formats.moment(Date.parse(dueAt)), place: place ?? 1 })} {t('waiting.told')}
        </p>
      )}
      {(shown === 'REJECTED' || shown === 'FINAL') && reason !== null ? (
        <p className="text-13 font-540">{t(`reason.${reason}`)}</p>
      ) : null}
      <Marked view={view} />
      {shown === 'APPROVED_REJECTED' ? <p className="text-13 font-540">{t('expired')}</p> : null}
      {shown === 'APPROVED' && validUntil !== null ? (
        <p className="text-13 text-mut">{t('valid_until', { date: formats.date(Date.parse(validUntil)) })}</p>
      ) : null}
      {canAppeal && !isPhone ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-13 text-mut">{t('appeal.text')}</p>
          <Button
            variant="outline"
            aria-disabled={appeal.busy}
            onClick={() => void appeal.send({ params: { document } })}
          >
            {t('appeal.action')}
          </Button>
          <ProblemBox problem={appeal.problem} />
        </div>
      ) : null}
      {asksSupport || (shown === 'FINAL' && !canAppeal) ? (
        <a
          href={support({ kind: 'document', ref: document })}
          className={`${buttonClass({ variant: 'outline', size: 'sm' })} justify-self-start`}
        >
          {t('support')}
        </a>
      ) : null}
    </>
  );
}

/** Why none is taken now, where the status does not say it. What is still to do with the name stands above the documents. */
function WhyLocked({ closed }: Pick<DocumentView, 'closed'>) {
  const { t } = useTranslation('verification');
  if (closed === 'NAME_REQUIRED') return <p className="text-13 text-mut">{t('locked.name')}</p>;
  if (closed === 'GOVERNMENT_ID_REQUIRED') return <p className="text-13 text-mut">{t('locked.id')}</p>;
  if (closed === 'VIDEO_UNAVAILABLE') return <p className="text-13 text-mut">{t('locked.video')}</p>;
  return null;
}

/** The picture that was sent back, with the part that is wrong. */
function Marked({ view: { status, mark, sent } }: { readonly view: DocumentView }) {
  const { t } = useTranslation('verification');
  const file = mark === null ? undefined : sent.find(({ side }) => side === mark.side);
  return status !== 'REJECTED' || file === undefined ? null : <OwnPicture file={file} mark={mark} alt={t('marked')} />;
}

/** The forms of the document, a place for each side, and the press that sends them. */
function Sending({ view, end }: { readonly view: DocumentView; readonly end: ReactNode }) {
  const { t } = useTranslation('verification');
  const { document } = view;
  const forms = Object.keys(FORMS[document]);
  const [form, setForm] = useState(forms.find((one) => one === view.form) ?? forms[0] ?? '');
  const changed = useDocumentsChanged();
  const { client } = useDocumentsSender();
  const send = useSend('documents.send', { client, onDone: changed });
  const sides = sidesOf(document, form) ?? [];
  const ready = sides.flatMap((side) => view.unsent.filter((file) => file.side === side && file.ready));
  const missing = sides.length - ready.length;
  return (
    <>
      {forms.length === 1 ? null : <FormChoice name={document} forms={forms} chosen={form} onChoose={setForm} />}
      <div className="grid gap-3 sm:grid-cols-2">
        {sides.map((side) => (
          <SideDrop
            key={side}
            view={view}
            side={side}
            label={sides.length > 1 ? t(`side.${side}`) : t(`doc.${document}`)}
          />
        ))}
      </div>
      <div className="justify-self-start">{end}</div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button
          variant="primary"
          aria-disabled={missing > 0 || send.busy}
          onClick={() => {
            if (missing > 0) return;
            void send.send({ params: { document }, body: { form, files: ready.map(({ id }) => id) } });
          }}
        >
          {t('send')}
        </Button>
        <p className="min-w-0 flex-1 text-13 text-mut">{t(missing > 0 ? 'send.missing' : 'send.hint')}</p>
      </div>
      <ProblemBox problem={send.problem} />
    </>
  );
}
