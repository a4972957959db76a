import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PostDraft } from '#protocol/blog/posts.ts';
import { useApiHost, useSession } from '#web/api/session.tsx';
import { LOCALES, LOCALE_FACTS, type Locale } from '#web/i18n/locales.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall, useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { PostBlocks } from './post-blocks.tsx';
import { sendPicture } from './send-picture.ts';

const PICTURE = { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 8 * 1024 * 1024 };

const keyOf = (id: string) => ['office', 'blog', id];

/** A post as it is written: a text for each language, and its pictures. */
export function PostEditor({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const { client, state } = useSession();
  const draft = useQuery<PostDraft>({
    queryKey: keyOf(id),
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('blog.draft', { params: { id } }, { signal }),
  });
  const [language, setLanguage] = useState<Locale>('en');
  if (draft.data === undefined) {
    return draft.error === null ? (
      <Skeleton className="m-5 h-80" />
    ) : (
      <LoadProblem className="m-4" error={draft.error} onRetry={() => void draft.refetch()} />
    );
  }
  const written = new Set(draft.data.texts.map((text) => text.language));
  return (
    <section aria-label="Text" className="grid gap-5 border-b border-line px-4 py-4 md:px-5">
      <Select
        label="Language"
        value={language}
        onChange={(event) => setLanguage(LOCALES.find((one) => one === event.target.value) ?? 'en')}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {`${LOCALE_FACTS[one].name}${written.has(one) ? '' : ' (not written)'}`}
          </option>
        ))}
      </Select>
      <Text key={language} id={id} draft={draft.data} language={language} mayWrite={mayWrite} />
      <Pictures id={id} draft={draft.data} mayWrite={mayWrite} />
    </section>
  );
}

function Text(props: {
  readonly id: string;
  readonly draft: PostDraft;
  readonly language: Locale;
  readonly mayWrite: boolean;
}) {
  const { id, draft, language, mayWrite } = props;
  const queries = useQueryClient();
  const { dir, lang, name } = LOCALE_FACTS[language];
  const { title = '', summary = '', body = '' } = draft.texts.find((text) => text.language === language) ?? {};
  const save = useSend('blog.write', {
    onDone: async (done) => {
      queries.setQueryData(keyOf(id), done);
      await queries.invalidateQueries({ queryKey: ['office', 'record'] });
      showToast({ tone: 'info', title: `Saved in ${name}.` });
    },
  });
  const preview = useSend('blog.preview');
  const [shown, setShown] = useState<Awaited<ReturnType<typeof preview.send>>>(null);
  const form = useForm({
    start: { title, summary, body },
    call: save,
    missing: (values) => {
      if (values.title.trim() === '') return { name: 'title', says: 'Write a title' };
      if (values.summary.trim() === '') return { name: 'summary', says: 'Write a summary' };
      return values.body.trim() === '' ? { name: 'body', says: 'Write the text' } : null;
    },
    faults: (_field, fault) => (fault === 'too_large' ? 'This is too long.' : 'This can’t be read.'),
    send: (values) => save.send({ params: { id, language }, body: values }),
  });
  const show = async () => setShown(await preview.send({ params: { id }, body: { body: form.values.body } }));
  return (
    <Form form={form}>
      <div lang={lang} dir={dir} className="grid gap-4">
        <Field label="Title" maxLength={120} readOnly={!mayWrite} {...form.field('title')} />
        <TextArea label="Summary" rows={2} maxLength={300} readOnly={!mayWrite} {...form.field('summary')} />
        <TextArea
          label="Text, in Markdown"
          rows={18}
          maxLength={40_000}
          readOnly={!mayWrite}
          className="font-mono text-13"
          hint="A line “{{pair BTC-USD}}” or “{{event its-address}}” shows a live card. [words](/market-hours) leads to our page in the reader’s language."
          {...form.field('body')}
        />
      </div>
      {mayWrite ? (
        <>
          <Button onClick={() => void show()} aria-disabled={preview.busy}>
            Show the preview
          </Button>
          {preview.problem === null ? null : <ProblemBox problem={preview.problem} />}
          {shown === null ? null : (
            <div lang={lang} dir={dir} data-part="preview" className="rounded-card border border-line p-5">
              <p className="text-26 font-620">{form.values.title}</p>
              <PostBlocks
                blocks={shown.blocks}
                card={(block) => (
                  <p className="card my-5 p-4 font-620">
                    {`Live card of ${block.kind === 'pair' ? block.pair : `the event ${block.event}`}`}
                  </p>
                )}
              />
            </div>
          )}
          <FormEnd form={form} says={`Save in ${name}`} busy="Saving …" />
        </>
      ) : null}
    </Form>
  );
}

function Pictures({
  id,
  draft,
  mayWrite,
}: {
  readonly id: string;
  readonly draft: PostDraft;
  readonly mayWrite: boolean;
}) {
  const queries = useQueryClient();
  const host = useApiHost();
  const { run, problem } = useCall();
  const take = async (file: File) => {
    const done = await run(() => sendPicture(id, { host, file }));
    if (done !== null) queries.setQueryData(keyOf(id), done);
  };
  return (
    <div className="grid gap-3">
      <h2 className="text-14 font-620">Pictures</h2>
      {draft.pictures.length === 0 ? null : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {draft.pictures.map(({ name, url, width, height }) => (
            <li key={name} className="grid gap-1.5 text-12">
              <img src={url} alt="" width={width} height={height} loading="lazy" className="h-auto rounded-btn" />
              <code className="break-all text-mut select-all">{`![What it shows](picture:${name})`}</code>
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <FileDrop label="Add a picture" name="picture" rule={PICTURE} onFile={(file) => void take(file)} />
      ) : null}
      {problem === null ? null : <ProblemBox problem={problem} />}
    </div>
  );
}
