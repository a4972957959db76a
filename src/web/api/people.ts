import type { CallAnswer } from './calls.ts';

export type Person = CallAnswer<'auth.demoSession'>['user'] | CallAnswer<'user.profile'>;

/** The two people a browser can act for. */
export interface People {
  /** The signed-in person. */
  readonly user: Person | null;
  readonly demoUser: Person | null;
}

export const NOBODY: People = { user: null, demoUser: null };

/** A person of role DEMO becomes the demo user and clears the real one; null clears both. */
export function withPerson(people: People, person: Person | null): People {
  if (person === null) return NOBODY;
  return person.role === 'DEMO' ? { user: null, demoUser: person } : { ...people, user: person };
}
