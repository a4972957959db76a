import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError, noAnswer } from '#web/api/api-error.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { UnsavedBar } from '#web/ui/form/unsaved-bar.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/column.ts';
import { DataList } from '#web/ui/list/data-list.tsx';
import { useFilter } from '#web/ui/list/use-filter.ts';
import type { Pages } from '#web/ui/list/use-pages.ts';
import { Num } from '#web/ui/num.tsx';
import { BarChart, LineChart } from '#web/ui/show/charts.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { StatTiles } from '#web/ui/show/stat-tiles.tsx';
import { Timeline } from '#web/ui/show/timeline.tsx';
import { Chip, EmptyState } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';

function refusal(code: string, fields: Readonly<Record<string, string>>): ApiError {
  const error = { code, title: 'That did not work', message: 'Nothing was changed.', action: 'support' as const };
  return new ApiError(422, { error: { ...error, details: { fields } }, requestId: '8F2K-41C0' }, null);
}

const OUTCOMES = ['done', 'field', 'refused', 'offline'] as const;
const ERRORS = {
  field: refusal('InvalidRequest', { nickname: 'malformed' }),
  refused: refusal('SomethingWentWrong', {}),
  offline: noAnswer('Offline'),
} as const;

function FormPart() {
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('field');
  const call = useCall();
  const form = useForm({
    start: { nickname: '', sure: false },
    call,
    missing: ({ nickname, sure }) => {
      if (nickname === '') return { name: 'nickname', says: 'Enter a name' };
      return sure ? null : { name: 'sure', says: 'Tick the box' };
    },
    faults: (name) => (name === 'nickname' ? 'Another name, please' : null),
    send: () => call.run(() => (outcome === 'done' ? Promise.resolve('done') : Promise.reject(ERRORS[outcome]))),
  });
  return (
    <>
      <Segments
        label="What the server says"
        value={outcome}
        onChange={setOutcome}
        items={OUTCOMES.map((value) => ({ value, label: value }))}
      />
      <Form form={form}>
        <Field label="Name" hint="As others see it" {...form.field('nickname')} />
        <Checkbox name="sure" checked={form.values.sure} onChange={(on) => form.set('sure', on)} label="I am sure" />
        <FormEnd form={form} says="Send" />
        {form.changed ? <UnsavedBar form={form} /> : null}
      </Form>
    </>
  );
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly left: number | null;
}

const PEOPLE: readonly Person[] = [
  { id: '4711', name: 'Ada', left: 36 },
  { id: '4712', name: 'Émile', left: 4 },
  { id: '4713', name: 'Zoë', left: null },
];

const COLUMNS: readonly Column<Person>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, head: true, sort: ({ name }) => name },
  { id: 'id', label: 'ID', cell: ({ id }) => <Num>{id}</Num> },
  { id: 'left', label: 'Time left', cell: ({ left }) => <Num>{left ?? '–'}</Num>, end: true, sort: ({ left }) => left },
  { id: 'state', label: 'State', cell: ({ left }) => <Chip>{left === null ? 'done' : 'waits'}</Chip> },
];

const PAGES: Pages<Person> = {
  rows: PEOPLE,
  isPending: false,
  isSuccess: true,
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: true,
  error: null,
  refetch: () => Promise.resolve(),
  fetchNextPage: () => Promise.resolve(),
};
const NONE = { ...PAGES, rows: [], hasNextPage: false };
const STATES = {
  rows: PAGES,
  loading: { ...NONE, isPending: true, isSuccess: false },
  empty: NONE,
  failed: { ...NONE, isSuccess: false, error: noAnswer('Timeout') },
} as const;

function ListPart() {
  const [state, setState] = useState<keyof typeof STATES>('rows');
  const filter = useFilter(NAMES);
  const [opened, setOpened] = useState('');
  const pages = STATES[state];
  const rows = pages.rows.filter(({ name }) => name.toLowerCase().includes(filter.values.person.toLowerCase()));
  return (
    <>
      <Segments
        label="State of the list"
        value={state}
        onChange={setState}
        items={(['rows', 'loading', 'empty', 'failed'] as const).map((value) => ({ value, label: value }))}
      />
      <DataList
        name="dev-ui"
        caption="People"
        columns={COLUMNS}
        pages={{ ...pages, rows }}
        keyOf={({ id }) => id}
        onOpen={({ name }) => setOpened(name)}
        shown={`${rows.length} shown ${opened}`}
        filter={
          <Field
            label="Name"
            value={filter.values.person}
            onChange={(event) => filter.set({ person: event.currentTarget.value })}
          />
        }
        onClear={filter.isOn ? filter.clear : undefined}
        onExport={() => undefined}
        choosesColumns
        nothing={<EmptyState title="There is nothing here yet" />}
      />
    </>
  );
}

const NAMES = ['person'] as const;
const POINTS = [3, -2, 0, 5, 4, -4, 6, 1, 0, 2, -1, 7].map((value, id) => ({ id, value, text: String(value) }));
const IMAGE = { types: ['image/png', 'image/jpeg', 'application/pdf'], maxBytes: 10 * 1024 * 1024 };

/** The screen kit: lists, forms and what shows facts, with their states. `Part` frames one of them. */
export function DevKit({ Part }: { readonly Part: (props: { name: string; children: ReactNode }) => ReactNode }) {
  const [file, setFile] = useState('');
  return (
    <>
      <Part name="DataList">
        <ListPart />
      </Part>
      <Part name="Form, FormEnd, UnsavedBar, ProblemBox">
        <FormPart />
        <LoadProblem error={ERRORS.refused} onRetry={() => undefined} />
      </Part>
      <Part name="FileDrop">
        <FileDrop label="Front of the document" rule={IMAGE} onFile={({ name }) => setFile(name)} />
        <FileDrop
          label="Back of the document"
          rule={IMAGE}
          onFile={({ name }) => setFile(name)}
          problem="Send it again"
        />
        <p className="text-13 text-mut">{file}</p>
      </Part>
      <Part name="Timeline, KeyValues">
        <Timeline
          label="Withdrawal"
          steps={[
            { id: 'asked', title: 'Asked for', time: '10:02', state: 'done' },
            { id: 'checked', title: 'Checked', text: 'A second person looks at it.', time: '10:20', state: 'held' },
            { id: 'sent', title: 'Sent', state: 'now' },
            { id: 'done', title: 'Arrived', text: 'After 12 confirmations', state: 'next' },
          ]}
        />
        <KeyValues
          items={[
            { id: 'amount', label: 'You receive', value: <Num>$248.20</Num>, big: true },
            { id: 'fee', label: 'Fee', value: <Num>$1.80</Num> },
            { id: 'to', label: 'Address', value: <Num>TQ3f…9xKd</Num> },
          ]}
        />
      </Part>
      <Part name="StatTiles, BarChart, LineChart">
        <StatTiles
          items={[
            { id: 'day', label: 'Today', value: '+$23.00', tone: 'up' },
            { id: 'week', label: 'This week', value: '−$8.50', tone: 'down', text: 'since Monday' },
            { id: 'open', label: 'Waiting', value: '4', tone: 'warn' },
          ]}
        />
        <BarChart title="Result by day" points={POINTS} from="1 Nov" to="12 Nov" />
        <LineChart title="Balance" points={POINTS} from="1 Nov" to="12 Nov" />
      </Part>
    </>
  );
}
