import { CircleAlert, Scale } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { RULING_KINDS, type RulingKind } from '#domain/events/rulings.ts';
import type { PageContext } from '#protocol/pages/page-context.ts';
import type { RulingWire } from '#protocol/events/events.ts';
import { useEventLinks } from '#web/features/events/event-links.ts';
import { Pill, PILL_ROW } from '#web/features/events/list/pill.tsx';
import { WordSearch } from '#web/features/events/list/word-search.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export const handle = { static: true };

const PAGE = '20';
const LONGEST_WORDS = 100;

interface Wish {
  readonly search: string;
  readonly kind: RulingKind | null;
}

/** What is looked for stands in the address. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const search = (asked.get('search') ?? '').trim().slice(0, LONGEST_WORDS);
  const kind = RULING_KINDS.find((one) => one === asked.get('kind')) ?? null;
  const cursor = asked.get('cursor');
  const query = {
    limit: PAGE,
    ...(search === '' ? {} : { search }),
    ...(kind === null ? {} : { kind }),
    ...(cursor === null ? {} : { cursor }),
  };
  const as = { realm: 'real' as const, locale: params['locale'] ?? 'en' };
  const { read }: PageContext = context;
  const list = await read('events.rulings', as, { query }).catch(() => null);
  return { list, wish: { search, kind } };
}

function queryOf({ search, kind }: Wish, cursor?: string): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (kind !== null) query.set('kind', kind);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** How colleagues read rules and decided results: for everybody to see, and to be found by words. */
export default function Rulings() {
  const { t } = useTranslation('rulings');
  const { wish } = useLoaderData<typeof loader>();
  const { locale } = useShell();
  const path = pathOf('rulings', locale);
  return (
    <PhoneFrame>
      <SiteFrame>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-5 md:pt-8">
          <div className="min-w-0 flex-[1_1_20rem]">
            <h1 className="text-26 font-620 tracking-[-.022em] md:text-38 md:tracking-[-.03em]">{t('title')}</h1>
            <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">
              {t('lead')}
              {locale === 'en' ? null : ` ${t('english')}`}
            </p>
          </div>
          <div className="w-full md:w-80">
            <WordSearch
              path={path}
              words={wish.search}
              kept={{ kind: wish.kind }}
              label={t('search.label')}
              cleared={`${path}${queryOf({ ...wish, search: '' })}`}
            />
          </div>
        </div>
        <nav aria-label={t('kinds')} className={`mt-5 ${PILL_ROW}`}>
          <Pill href={`${path}${queryOf({ ...wish, kind: null })}`} on={wish.kind === null}>
            {t('all')}
          </Pill>
          {RULING_KINDS.map((kind) => (
            <Pill key={kind} href={`${path}${queryOf({ ...wish, kind })}`} on={wish.kind === kind}>
              {t(`kind.${kind}`)}
            </Pill>
          ))}
        </nav>
        <Found path={path} />
      </SiteFrame>
    </PhoneFrame>
  );
}

function Found({ path }: { readonly path: string }) {
  const { t } = useTranslation(['rulings', 'events', 'common']);
  const { list, wish } = useLoaderData<typeof loader>();
  if (list === null)
    return (
      <EmptyState
        className="card mt-5"
        icon={<CircleAlert aria-hidden />}
        title={t('events:failed.title')}
        text={t('events:failed.text')}
        action={
          <a className={buttonClass()} href={`${path}${queryOf(wish)}`}>
            {t('common:btn.retry')}
          </a>
        }
      />
    );
  if (list.items.length === 0) {
    const isAll = wish.search === '' && wish.kind === null;
    const action = (
      <a className={buttonClass()} href={path}>
        {t('nothing.all')}
      </a>
    );
    return (
      <EmptyState
        className="card mt-5"
        icon={<Scale aria-hidden />}
        title={t(isAll ? 'none.title' : 'nothing.title')}
        text={t(isAll ? 'none.text' : 'nothing.text')}
        action={isAll ? undefined : action}
      />
    );
  }
  return (
    <>
      <ul className="mt-5 grid gap-3">
        {list.items.map((ruling) => (
          <Ruling key={ruling.id} ruling={ruling} />
        ))}
      </ul>
      {list.nextCursor === null ? null : (
        <p className="mt-4 text-center">
          <a className={buttonClass()} href={`${path}${queryOf(wish, list.nextCursor)}`}>
            {t('events:more')}
          </a>
        </p>
      )}
    </>
  );
}

/** What was said is in English, as the rules are. */
function Ruling({ ruling }: { readonly ruling: RulingWire }) {
  const { t } = useTranslation('rulings');
  const formats = useFormats();
  const links = useEventLinks('real');
  const { kind, said, at, slug, title } = ruling;
  return (
    <li className="card p-4 md:p-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-13">
        <span className="font-620">{t(`kind.${kind}`)}</span>
        <time dateTime={at} className="text-mut">
          {formats.deadline(Date.parse(at))}
        </time>
      </p>
      <p
        lang="en"
        dir="ltr"
        className="mt-2 max-w-[60em] whitespace-pre-line text-15 text-pretty [overflow-wrap:anywhere]"
      >
        {said}
      </p>
      <a
        href={links.event(slug)}
        lang="en"
        className="mt-2 inline-flex min-h-6 items-center text-13 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
      >
        <bdi>{title}</bdi>
      </a>
    </li>
  );
}
