import { useQuery } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { deskPath } from '#protocol/office/desks.ts';
import { useSession } from '#web/api/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useSend } from '#web/ui/call/use-call.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { useOffice, type SeenDesk } from './use-office.ts';
import { useReadAnew } from './use-record.ts';

/** Filters of a desk under a name: one's own, and those that colleagues of the role share. Each is a link. */
export function SavedViews({ desk }: { readonly desk: SeenDesk }) {
  const { client, state } = useSession();
  const { may } = useOffice();
  const readAnew = useReadAnew();
  const [saving, setSaving] = useState(false);
  const drop = useSend('office.dropView', { toast: 'office-views', onDone: readAnew });
  const views = useQuery({
    queryKey: ['office', 'views'],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('office.views', {}, { signal }),
  });
  const here = views.data?.views.filter((view) => view.desk === desk.id) ?? [];
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-2">
      {here.map((view) => (
        <span key={view.id} className="inline-flex min-h-8 items-center rounded-btn bg-s2 text-13">
          <Link
            to={`${deskPath(desk.id)}${view.filter === '' ? '' : `?${view.filter}`}`}
            className="rounded-btn px-3 py-1.5 hover:text-brand-text"
          >
            {view.name}
          </Link>
          {view.mine && may('office.work') ? (
            <button
              type="button"
              aria-label={`Delete the view ${view.name}`}
              className="grid size-7 place-items-center rounded-btn text-mut hover:text-text [&_svg]:size-3.5"
              onClick={() => void drop.send({ params: { id: view.id } })}
            >
              <X aria-hidden />
            </button>
          ) : null}
        </span>
      ))}
      {may('office.work') ? (
        <Button size="sm" variant="ghost" onClick={() => setSaving(true)}>
          <Bookmark aria-hidden className="size-4" />
          Save view
        </Button>
      ) : null}
      {saving ? <SaveView desk={desk} onClose={() => setSaving(false)} /> : null}
    </nav>
  );
}

function SaveView({ desk, onClose }: { readonly desk: SeenDesk; readonly onClose: () => void }) {
  const { me } = useOffice();
  const readAnew = useReadAnew();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useSend('office.saveView', {
    onDone: async () => {
      await readAnew();
      onClose();
    },
  });
  const isEmpty = name.trim() === '';
  return (
    <Sheet open onOpenChange={onClose} title="Save this view" description="The filter as it stands, under a name.">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const filter = location.search.replace(/^\?/, '');
          if (!isEmpty) void save.send({ body: { desk: desk.id, name: name.trim(), filter, shared } });
        }}
      >
        <Field label="Name" maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
        <Checkbox checked={shared} onChange={setShared} label={`For everybody whose role is ${me.role}`} />
        <ProblemBox problem={save.problem} />
        <Button type="submit" variant="primary" size="lg" wide aria-disabled={isEmpty || save.busy}>
          {isEmpty ? 'Give it a name' : 'Save'}
        </Button>
      </form>
    </Sheet>
  );
}
