import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Staff } from '#server/desk/contract.ts';
import type { Desks } from '#server/desk/index.ts';

/** Rows of one page of the desk of people. */
const PAGE = 100;

const tooMany = (most: number) =>
  refused({ code: 'ActRefused', why: `These are more than ${most} people. Narrow the view, or name fewer.` });

/** Everybody that a filter of the desk of people leaves, newest first. Refused: more than `most`. */
export async function peopleOfView(
  desks: Desks,
  by: Staff,
  { filter, most }: { readonly filter: Readonly<Partial<Record<string, string>>>; readonly most: number },
): Promise<Outcome<readonly string[]>> {
  const { list } = desks.deskOf('people');
  if (list === undefined) throw new Error('the desk of people has no list');
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list.read>> = await list.read({ by, filter, after, limit: PAGE });
    found.push(...page.rows.map(({ id }) => id));
    after = page.next;
    if (found.length > most) return tooMany(most);
  } while (after !== null);
  return ok(found);
}

/** Everybody of a list of ids and addresses, each once, in their order. Refused: one that is nobody's. */
export async function peopleOfText(
  desks: Desks,
  by: Staff,
  { text, most }: { readonly text: string; readonly most: number },
): Promise<Outcome<readonly string[]>> {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
  if (words.length > most) return tooMany(most);
  const search = desks.searches.find(({ desk }) => desk === 'people');
  const found = new Set<string>();
  for (const word of words) {
    const [person] = isRowId(word) || word.includes('@') ? ((await search?.find(word, { by, limit: 1 })) ?? []) : [];
    if (person === undefined)
      return refused({ code: 'ActRefused', why: `“${word.slice(0, 60)}” is nobody’s id or address.` });
    found.add(person.id);
  }
  return ok([...found]);
}
