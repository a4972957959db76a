import { useState } from 'react';
import { LONGEST_EVENT_COMMENT } from '#domain/comments/comment.ts';
import type { CommentWire } from '#protocol/comments/comments.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { TextArea } from '#web/ui/form/text-area.tsx';

/** Near its end the text says how much of it is left. */
const NEAR = 200;

/** Whoever asked for the field writes into it. */
const intoField = (field: HTMLTextAreaElement | null) => field?.focus();

interface FieldProps {
  readonly label: string;
  readonly send: string;
  readonly start: string;
  readonly call: Pick<ReturnType<typeof useSend>, 'busy' | 'problem'>;
  /** Empties the field where it is done. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onCancel?: (() => void) | undefined;
}

function TextForm({ label, send, start, call, onSend, onCancel }: FieldProps) {
  const { t } = useTranslation(['comments', 'common']);
  const formats = useFormats();
  const [text, setText] = useState(start);
  const left = LONGEST_EVENT_COMMENT - text.length;
  const isOff = text.trim() === '' || text === start || call.busy;
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOff) return;
        void onSend(text).then((done) => {
          if (done) setText('');
        });
      }}
    >
      <TextArea
        label={label}
        quiet
        placeholder={label}
        dir="auto"
        rows={onCancel === undefined ? 2 : 3}
        maxLength={LONGEST_EVENT_COMMENT}
        value={text}
        ref={onCancel === undefined ? null : intoField}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ProblemBox problem={call.problem} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 text-12 text-mut">
          {left <= NEAR ? t('left', { count: left, shown: formats.number(left) }) : t('public')}
        </p>
        {onCancel === undefined ? null : (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {t('common:btn.cancel')}
          </Button>
        )}
        <Button size="sm" type="submit" variant="primary" aria-disabled={isOff}>
          {send}
        </Button>
      </div>
    </form>
  );
}

/** A new comment, or a reply to one. */
export function CommentForm(props: {
  readonly eventId: string;
  readonly parent: string | null;
  readonly onWrote: (made: CommentWire) => void;
  readonly onCancel?: () => void;
}) {
  const { t } = useTranslation('comments');
  const { eventId, parent } = props;
  const call = useSend('comments.write', { onDone: props.onWrote });
  return (
    <TextForm
      label={t(parent === null ? 'write' : 'write.reply')}
      send={t(parent === null ? 'send' : 'reply')}
      start=""
      call={call}
      onSend={async (text) => {
        const body = parent === null ? { text } : { text, parent };
        return (await call.send({ params: { id: eventId }, body })) !== null;
      }}
      onCancel={props.onCancel}
    />
  );
}

/** The text of an own comment, for as long as it may be changed. */
export function EditForm(props: {
  readonly id: string;
  readonly text: string;
  readonly onChanged: (comment: CommentWire) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('comments');
  const call = useSend('comments.edit', { onDone: props.onChanged });
  return (
    <TextForm
      label={t('edit')}
      send={t('save')}
      start={props.text}
      call={call}
      onSend={async (text) => (await call.send({ params: { id: props.id }, body: { text } })) !== null}
      onCancel={props.onCancel}
    />
  );
}
