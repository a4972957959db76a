import { usePerson } from '#web/api/use-person.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useSignInHref } from '#web/ui/frame/account-links.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { IdeaForm } from './idea-form.tsx';
import { IdeaList } from './idea-list.tsx';

/** Suggest what is missing, and vote for what others suggested. */
export function IdeasScreen() {
  const { t } = useTranslation('ideas');
  const { known, person } = usePerson();
  return (
    <div className="mx-auto grid w-full max-w-[1080px] gap-5 py-6 md:gap-6 md:py-10">
      <div className="min-w-0">
        <h1 className="text-26 font-620 tracking-[-.02em] text-balance">{t('title')}</h1>
        <p className="mt-1 max-w-[68ch] text-mut text-pretty">{t('lead')}</p>
      </div>
      <div className="grid items-start gap-5 md:gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <section className="card p-4.5 md:p-6" aria-labelledby="idea-form">
          <h2 id="idea-form" className="mb-4 text-18 font-620">
            {t('form')}
          </h2>
          {known ? person === null ? <LogIn /> : <IdeaForm /> : <Skeleton className="h-72" />}
        </section>
        <IdeaList mine={person !== null} />
      </div>
    </div>
  );
}

function LogIn() {
  const { t } = useTranslation('ideas');
  const { t: common } = useTranslation('common');
  const signIn = useSignInHref();
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-mut text-pretty">{t('login')}</p>
      <a href={signIn('login')} className={buttonClass({ variant: 'primary' })}>
        {common('nav.login')}
      </a>
    </div>
  );
}
