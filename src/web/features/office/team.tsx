import { LockKeyhole, Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OfficeRecord } from '#protocol/office/office.ts';
import { useSession } from '#web/api/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Banner } from '#web/ui/states.tsx';
import { useOffice } from './use-office.ts';
import { useReadAnew } from './use-record.ts';

export interface At {
  readonly desk: string;
  readonly id: string;
}

/** Half of the 15 minutes that a record stays taken, ms. */
const KEEP_MS = 7 * 60_000;

/** Says that somebody works on a record, while its page is open; and who else does, with the way to take it over. */
export function LockBar({ at, lock }: { readonly at: At; readonly lock: OfficeRecord['lock'] }) {
  const { may } = useOffice();
  const readAnew = useReadAnew();
  const send = useSend('office.lock', { toast: 'office-lock', onDone: readAnew });
  const { client } = useSession();
  const works = may('office.work');
  const others = lock !== null && !lock.mine;
  const { desk, id } = at;
  useEffect(() => {
    if (!works || others) return undefined;
    const say = (how: 'keep' | 'leave') =>
      void client.call('office.lock', { params: { desk, id }, body: { how } }).catch(() => undefined);
    say('keep');
    const timer = setInterval(() => say('keep'), KEEP_MS);
    return () => {
      clearInterval(timer);
      say('leave');
    };
  }, [client, works, others, desk, id]);
  if (!others) return null;
  return (
    <Banner
      tone="warn"
      action={
        works ? (
          <Button size="sm" onClick={() => void send.send({ params: at, body: { how: 'take' } })}>
            Take over
          </Button>
        ) : null
      }
    >
      <span className="flex items-center gap-2">
        <LockKeyhole aria-hidden className="size-4 shrink-0" />
        <span>
          <b>{lock.by.name}</b> works on this until <Moment at={Date.parse(lock.until)} to="minute" />.
        </span>
      </span>
    </Banner>
  );
}

/** Notes of colleagues, newest first, and the field for another. */
export function Notes({ at, notes }: { readonly at: At; readonly notes: OfficeRecord['notes'] }) {
  const { may } = useOffice();
  const readAnew = useReadAnew();
  const [text, setText] = useState('');
  const send = useSend('office.note', {
    onDone: async () => {
      setText('');
      await readAnew();
    },
  });
  const isEmpty = text.trim() === '';
  const write = () => {
    if (!isEmpty) void send.send({ params: at, body: { text: text.trim() } });
  };
  return (
    <div className="grid gap-3">
      {may('office.work') ? (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            write();
          }}
        >
          <TextArea
            label="Write a note"
            quiet
            data-note=""
            rows={2}
            maxLength={2_000}
            placeholder="Write a note for colleagues"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) write();
            }}
          />
          <ProblemBox problem={send.problem} />
          <Button type="submit" size="sm" aria-disabled={isEmpty || send.busy}>
            Save note
          </Button>
        </form>
      ) : null}
      {notes.length === 0 ? <p className="text-13 text-mut">No notes yet.</p> : null}
      <ul className="grid gap-3">
        {notes.map((note) => (
          <li key={note.id} className="grid gap-0.5 text-13">
            <p className="flex justify-between gap-2 text-12 text-mut">
              <span>
                {note.by.name}, {note.by.role}
              </span>
              <Moment at={Date.parse(note.at)} />
            </p>
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Words that colleagues find a record by. */
export function Tags({ at, tags }: { readonly at: At; readonly tags: readonly string[] }) {
  const { may } = useOffice();
  const readAnew = useReadAnew();
  const [adding, setAdding] = useState<string | null>(null);
  const send = useSend('office.tags', { toast: 'office-tags', onDone: readAnew });
  const put = (next: readonly string[]) => void send.send({ params: at, body: { tags: [...next] } });
  const works = may('office.work');
  if (!works && tags.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <span
          key={tag}
          className="inline-flex min-h-6 items-center gap-1 rounded-chip bg-s2 ps-2 pe-1 text-12 text-mut"
        >
          {tag}
          {works ? (
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              className="grid size-5 place-items-center rounded-chip hover:bg-s3 hover:text-text [&_svg]:size-3"
              onClick={() => put(tags.filter((one) => one !== tag))}
            >
              <X aria-hidden />
            </button>
          ) : null}
        </span>
      ))}
      {works && adding === null ? (
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 rounded-chip px-2 text-12 text-mut hover:bg-s2 hover:text-text [&_svg]:size-3"
          onClick={() => setAdding('')}
        >
          <Plus aria-hidden />
          Tag
        </button>
      ) : null}
      {adding === null ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const tag = adding.trim().toLocaleLowerCase('en');
            if (tag !== '' && !tags.includes(tag)) put([...tags, tag]);
            setAdding(null);
          }}
        >
          <Field
            label="New tag"
            quiet
            ref={(field) => field?.focus()}
            className="w-32"
            maxLength={24}
            value={adding}
            onBlur={() => setAdding(null)}
            onChange={(event) => setAdding(event.target.value)}
          />
        </form>
      )}
    </div>
  );
}
