import { useState } from 'react';
import { IDEA_CATEGORIES, LONGEST_IDEA_TEXT, LONGEST_IDEA_TITLE, type IdeaCategory } from '#domain/ideas/idea.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { VoteButton } from './vote-button.tsx';
import { useIdeasChanged, useSimilar } from './use-ideas.ts';

interface IdeaDraft {
  readonly category: IdeaCategory;
  readonly title: string;
  readonly description: string;
}

/** Category, title and description of a new idea. Ideas like it are shown while its title is written. */
export function IdeaForm() {
  const { t } = useTranslation('ideas');
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <div className="grid justify-items-start gap-4">
        <div role="alert">
          <p className="font-620">{t('sent.title')}</p>
          <p className="mt-1 text-mut text-pretty">{t('sent.text')}</p>
        </div>
        <Button variant="outline" onClick={() => setSent(false)}>
          {t('sent.again')}
        </Button>
      </div>
    );
  return <Fields onSent={() => setSent(true)} />;
}

function Fields({ onSent }: { readonly onSent: () => void }) {
  const { t } = useTranslation('ideas');
  const changed = useIdeasChanged();
  const call = useSend('ideas.suggest', {
    onDone: () => {
      onSent();
      void changed();
    },
  });
  const form = useForm<IdeaDraft>({
    start: { category: 'myFeedback', title: '', description: '' },
    call,
    missing: (draft) => {
      const name = (['title', 'description'] as const).find((field) => draft[field].trim() === '');
      return name === undefined ? null : { name, says: t(`missing.${name}`) };
    },
    check: {
      schema: () => fetchCode(() => import('#protocol/ideas/ideas.ts')).then(({ ideaBody }) => ideaBody),
      of: (draft) => draft,
    },
    faults: (name, fault) => {
      if (name !== 'title' && name !== 'description') return null;
      return fault === 'too_large'
        ? t('too_long', { count: name === 'title' ? LONGEST_IDEA_TITLE : LONGEST_IDEA_TEXT })
        : t(`missing.${name}`);
    },
    send: (body) => call.send({ body }),
  });
  return (
    <Form form={form}>
      <Select label={t('category')} {...form.field('category')}>
        {IDEA_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {t('category.name', { category })}
          </option>
        ))}
      </Select>
      <Field label={t('idea')} dir="auto" maxLength={LONGEST_IDEA_TITLE} {...form.field('title')} />
      <Similar title={form.values.title} />
      <TextArea
        label={t('description')}
        hint={t('description.hint')}
        rows={6}
        dir="auto"
        maxLength={LONGEST_IDEA_TEXT}
        {...form.field('description')}
      />
      <FormEnd form={form} says={t('send')} busy={t('sending')} />
    </Form>
  );
}

/** A vote for what is there already says more than the same idea once more. */
function Similar({ title }: { readonly title: string }) {
  const { t } = useTranslation('ideas');
  const found = useSimilar(title);
  return (
    <div aria-live="polite">
      {found.length === 0 ? null : (
        <section className="rounded-field bg-s2 px-3.5 py-3">
          <h3 className="text-13 font-540 text-mut">{t('similar')}</h3>
          <ul>
            {found.map((idea) => (
              <li key={idea.id} className="flex items-center gap-3 pt-2">
                <VoteButton idea={idea} />
                <p className="min-w-0 text-13 font-540 break-words" dir="auto">
                  {idea.title}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
