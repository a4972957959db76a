import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { ArrowRight, Search, Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useLocation, useNavigate } from 'react-router';
import { deskPath, type DeskId } from '#protocol/office/desks.ts';
import type { OfficeRecord } from '#protocol/office/office.ts';
import { useSession } from '#web/api/session.tsx';
import { Kbd } from '#web/ui/form/field.tsx';
import { desksUnder, useOffice } from './use-office.ts';

/** The server is asked once somebody has stopped typing for so long, ms. */
const PAUSE_MS = 120;
const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-btn px-3 text-14 aria-selected:bg-s2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-mut';
const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-mut';

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The field at the top of each page, and Ctrl K: records by what names them, desks, and acts on the record that is open. */
export function CommandPlace() {
  const [open, setOpen] = useState(false);
  useHotkeys('mod+k', () => setOpen((was) => !was), { enableOnFormTags: true, preventDefault: true });
  return (
    <>
      <button
        type="button"
        className="flex h-10 min-w-0 items-center gap-2.5 rounded-btn bg-s2 px-3 text-start text-faint hover:bg-s3 max-lg:size-10 max-lg:justify-center lg:w-105 [&_svg]:size-4 [&_svg]:shrink-0"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden />
        <span className="max-lg:vh lg:flex-1 lg:truncate">Find a person, a record or an act</span>
        <Kbd className="max-lg:hidden">Ctrl K</Kbd>
      </button>
      <Command.Dialog
        open={open}
        onOpenChange={setOpen}
        label="Find and do"
        shouldFilter={false}
        loop
        overlayClassName="fixed inset-0 z-50 bg-scrim"
        contentClassName="fixed inset-x-3 top-3 z-50 mx-auto max-w-150 overflow-hidden rounded-sheet border border-line bg-s1 shadow-xl md:top-[12vh]"
      >
        {open ? <Choices onDone={() => setOpen(false)} /> : null}
      </Command.Dialog>
    </>
  );
}

function Choices({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState('');
  const go = useNavigate();
  const asked = useSettled(text.trim());
  const { client } = useSession();
  const found = useQuery({
    queryKey: ['office', 'search', asked],
    enabled: asked.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.call('office.search', { query: { q: asked } }, { signal }),
  });
  const { permissions } = useOffice();
  const fits = (words: string) => words.toLocaleLowerCase('en').includes(text.trim().toLocaleLowerCase('en'));
  const desks = desksUnder(permissions)
    .flatMap((one) => one.desks.map((desk) => ({ ...desk, of: one.title })))
    .filter((desk) => fits(`${desk.title} ${desk.of}`));
  const acts = useActsHere().filter((act) => fits(act.label));
  const groups = asked.length >= 2 ? (found.data?.groups ?? []) : [];
  const lead = (path: string) => {
    onDone();
    void go(path);
  };
  return (
    <>
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="An email, an id, a desk, an act"
        className="h-13 w-full border-b border-line bg-transparent px-4 text-16 outline-none"
      />
      <Command.List className="max-h-[min(60dvh,420px)] overflow-y-auto p-2">
        {/* What is typed whole is looked for by the server: until it has answered, nothing is missing. */}
        <Command.Empty className="px-3 py-6 text-center text-13 text-mut">
          {found.isFetching ? 'Looking …' : 'Nothing found. Emails and ids are found whole.'}
        </Command.Empty>
        {groups.map((group) => (
          <Command.Group key={group.id} heading={group.title} className={GROUP}>
            {group.found.map((one) => (
              <Command.Item
                key={one.id}
                value={`${group.id} ${one.id}`}
                className={ITEM}
                onSelect={() => lead(deskPath(one.desk as DeskId, one.id))}
              >
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-540">
                    <bdi>{one.title}</bdi>
                  </b>
                  <span className="block truncate text-12 text-mut">{one.text}</span>
                </span>
                <ArrowRight aria-hidden className="flip" />
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {acts.length === 0 ? null : (
          <Command.Group heading="On this record" className={GROUP}>
            {acts.map((act) => (
              <Command.Item
                key={act.id}
                value={`act ${act.id}`}
                className={ITEM}
                onSelect={() => {
                  onDone();
                  document.querySelector<HTMLElement>(`[data-act="${act.id}"]`)?.click();
                }}
              >
                <Zap aria-hidden />
                <span className="flex-1">{act.label}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {desks.length === 0 ? null : (
          <Command.Group heading="Go to" className={GROUP}>
            {desks.map((desk) => (
              <Command.Item
                key={desk.id}
                value={`desk ${desk.id}`}
                className={ITEM}
                onSelect={() => lead(deskPath(desk.id))}
              >
                <ArrowRight aria-hidden className="flip" />
                <span className="flex-1">{desk.title}</span>
                <span className="text-12 text-mut">{desk.of}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </>
  );
}

/** Acts of the record whose page is open that nothing refuses. */
function useActsHere(): OfficeRecord['acts'] {
  const queries = useQueryClient();
  const [, , desk = '', record = ''] = useLocation().pathname.split('/');
  const seen = queries.getQueryData<OfficeRecord>(['office', 'record', desk, decodeURIComponent(record)]);
  return seen?.acts.filter(({ refused }) => refused === null) ?? [];
}
