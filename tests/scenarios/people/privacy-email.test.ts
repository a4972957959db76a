import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CUT_OFF } from '#tests/database.ts';
import { browser } from '#tests/identity-world.ts';
import {
  cutConnections,
  openPrivacyWorld,
  signIn,
  signUp,
  type PrivacyWorld,
  type SignedUp,
} from '#tests/worlds/privacy-world.ts';

const DAY_MS = 86_400_000;
let world: PrivacyWorld;

beforeAll(async () => {
  world = await openPrivacyWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.mails.length = 0;
});

const kinds = () => world.mails.map(({ kind }) => kind);

describe('a change of e-mail', () => {
  const ask = async (person: SignedUp, email: string) => {
    const reply = await world.identity.emailChanges.ask(person.asking, email);
    return reply.ok ? 'ok' : reply.refusal.code;
  };

  it('is made when both addresses have said yes: others are signed out, payouts rest, the old address is told', async () => {
    const person = await signUp(world);
    const other = await signIn(world, person.email);
    expect(await ask(person, ' New.Address@Example.com ')).toBe('ok');
    expect(kinds()).toEqual(expect.arrayContaining(['email_change', 'email_change_notice']));
    expect(await world.identity.emailChanges.pending(person.userId)).toMatchObject({
      pending: { email: 'new.address@example.com', oldConfirmed: false, newConfirmed: false },
    });
    const [newToken, oldToken] = [world.tokenOf('email_change'), world.tokenOf('email_change_notice')];
    expect(await world.identity.emailChanges.confirm(newToken)).toEqual({ ok: true, value: 'waiting' });
    expect(await world.identity.emailChanges.confirm(newToken)).toEqual({ ok: true, value: 'waiting' });
    expect(await signIn(world, 'new.address@example.com')).toBe('WrongCredentials');
    expect(await world.identity.emailChanges.confirm(oldToken)).toEqual({ ok: true, value: 'changed' });
    // A link whose work is done says so, and does it no second time.
    expect(await world.identity.emailChanges.confirm(oldToken)).toEqual({ ok: true, value: 'changed' });
    expect(await world.identity.emailChanges.refuse(oldToken)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    expect(await world.identity.actorOf(other)).toBeNull();
    expect(await world.identity.actorOf(person.token)).not.toBeNull();
    expect(await signIn(world, person.email)).toBe('WrongCredentials');
    expect(await signIn(world, 'new.address@example.com')).toMatch(/^ey/);
    const [hold] = await world.query<{ hours: number }>(
      `SELECT extract(epoch FROM until - since)::int / 3600 AS hours FROM withdrawal_hold WHERE user_id = $1 AND reason = 'email'`,
      [person.userId],
    );
    expect(hold).toEqual({ hours: 24 });
    expect(world.mails.findLast(({ kind }) => kind === 'email_changed')).toMatchObject({ to: person.email });
    const log = await world.audit.about(world.database.pool, person.userId);
    const actions = log.map(({ action }) => action).filter((action) => action.startsWith('email'));
    expect(actions).toEqual(['email_change.asked', 'email.changed']);
  });

  it('is written down with the role of who asked, staff too', async () => {
    const person = await signUp(world);
    await world.query(`UPDATE app_user SET role = 'SUPPORT' WHERE id = $1`, [person.userId]);
    const staff = {
      ...person,
      asking: { ...person.asking, actor: { ...person.asking.actor, role: 'SUPPORT' as const } },
    };
    expect(await ask(staff, 'first@staff.example')).toBe('ok');
    await world.identity.emailChanges.refuse(world.tokenOf('email_change'));
    expect(await ask(staff, 'second@staff.example')).toBe('ok');
    await world.identity.emailChanges.drop(staff.asking);
    await signIn(world, person.email);
    expect(await ask(staff, 'third@staff.example')).toBe('ok');
    for (const kind of ['email_change', 'email_change_notice'])
      await world.identity.emailChanges.confirm(world.tokenOf(kind));
    const log = (await world.audit.about(world.database.pool, person.userId)).slice(-7);
    expect(log.map(({ action, role }) => `${role} ${action}`)).toEqual([
      'SUPPORT email_change.cancelled',
      'SUPPORT email_change.asked',
      'SUPPORT email_change.cancelled',
      'SUPPORT session.started',
      'SUPPORT email_change.asked',
      'SUPPORT email.changed',
      'SUPPORT session.ended',
    ]);
  });

  it('wants only the new address where the old one was never confirmed', async () => {
    const person = await signUp(world, { confirmed: false });
    await ask(person, 'typo-fixed@example.com');
    expect(kinds()).not.toContain('email_change_notice');
    expect(await world.identity.emailChanges.confirm(world.tokenOf('email_change'))).toEqual({
      ok: true,
      value: 'changed',
    });
  });

  describe('asked for by a stranger who signed up with the address of somebody else', () => {
    /** The stranger's own address has its mail; that of the owner is not asked. */
    const asked = async (email: string) => {
      const person = await signUp(world, { confirmed: false });
      expect(await ask(person, email)).toBe('ok');
      return { person, token: world.tokenOf('email_change') };
    };
    const over = { refusal: { code: 'IncorrectToken' } };
    const reset = async ({ email }: SignedUp) => {
      expect(await world.identity.passwords.forgot(email)).toMatchObject({ ok: true });
      await world.identity.stop();
      const body = { token: world.tokenOf('forgot_password'), password: 'Orchard-9-Window' };
      expect(await world.identity.passwords.reset(body, browser())).toMatchObject({ ok: true });
    };
    const noted = async ({ userId }: SignedUp) =>
      (await world.audit.about(world.database.pool, userId))
        .filter(({ action }) => action.startsWith('email'))
        .map(({ action, reason }) => [action, reason]);

    it('ends with the reset in which the owner takes the account', async () => {
      const { person, token } = await asked('stranger-1@example.com');
      await reset(person);
      expect(await world.identity.emailChanges.confirm(token)).toMatchObject(over);
      expect(await world.identity.emailChanges.pending(person.userId)).toEqual({ pending: null });
      expect(await noted(person)).toEqual([
        ['email_change.asked', undefined],
        ['email.confirmed', 'password reset'],
        ['email_change.cancelled', 'password reset'],
      ]);
    });

    it('ends with the first confirmation of the address', async () => {
      const person = await signUp(world, { confirmed: false });
      const activation = world.tokenOf('activation');
      await ask(person, 'stranger-2@example.com');
      expect(await world.identity.signUp.activate({ token: activation }, null)).toMatchObject({ ok: true });
      expect(await world.identity.emailChanges.confirm(world.tokenOf('email_change'))).toMatchObject(over);
      expect(await noted(person)).toEqual([
        ['email_change.asked', undefined],
        ['email.confirmed', undefined],
        ['email_change.cancelled', 'address confirmed'],
      ]);
    });

    it('is not made once the address is confirmed, however it came to be', async () => {
      const { person, token } = await asked('stranger-3@example.com');
      await world.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [person.userId]);
      expect(await world.identity.emailChanges.confirm(token)).toMatchObject(over);
      expect(await signIn(world, person.email)).toMatch(/^ey/);
    });

    it('is made or ended, never both, when the last yes and the reset come at once', async () => {
      for (let no = 0; no < 5; no += 1) {
        const { person, token } = await asked(`stranger-at-once-${no}@example.com`);
        await world.identity.passwords.forgot(person.email);
        await world.identity.stop();
        const body = { token: world.tokenOf('forgot_password'), password: 'Orchard-9-Window' };
        const [made, taken] = await Promise.all([
          world.identity.emailChanges.confirm(token),
          world.identity.passwords.reset(body, browser()),
        ]);
        expect([made.ok, taken.ok].filter(Boolean)).toHaveLength(1);
      }
    });

    it('ends with any later reset too', async () => {
      const person = await signUp(world);
      await ask(person, 'stranger-4@example.com');
      const tokens = [world.tokenOf('email_change'), world.tokenOf('email_change_notice')];
      await reset(person);
      for (const token of tokens) expect(await world.identity.emailChanges.confirm(token)).toMatchObject(over);
    });
  });

  it('is cancelled by either address, or by the person', async () => {
    const person = await signUp(world);
    await ask(person, 'first@example.com');
    const token = world.tokenOf('email_change');
    for (const press of [1, 2]) {
      const notice = world.tokenOf('email_change_notice');
      expect(await world.identity.emailChanges.refuse(notice), `press ${press}`).toEqual({ ok: true, value: null });
    }
    expect(await world.identity.emailChanges.confirm(token)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    await ask(person, 'second@example.com');
    expect(await world.identity.emailChanges.drop(person.asking)).toEqual({ pending: null });
    expect(await world.identity.emailChanges.confirm(world.tokenOf('email_change'))).toMatchObject({
      refusal: { code: 'IncorrectToken' },
    });
  });

  it('replaces one asked for before, and is over after 24 hours', async () => {
    const person = await signUp(world);
    await ask(person, 'one@example.com');
    const first = world.tokenOf('email_change');
    await ask(person, 'two@example.com');
    expect(await world.identity.emailChanges.confirm(first)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    const token = world.tokenOf('email_change');
    world.clock.at += DAY_MS;
    expect(await world.identity.emailChanges.confirm(token)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    expect(await world.identity.emailChanges.pending(person.userId)).toEqual({ pending: null });
    await world.identity.emailChanges.tidy();
    const rows = await world.query<{ outcome: string }>(
      'SELECT outcome FROM email_change WHERE user_id = $1 ORDER BY id',
      [person.userId],
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['REPLACED', 'EXPIRED']);
  });

  it('refuses what is no address, the own one, and one that somebody has, also if they came meanwhile', async () => {
    const [person, somebody] = [await signUp(world), await signUp(world)];
    expect(await ask(person, 'nonsense')).toBe('InvalidEmail');
    for (const own of [person.email, ` ${person.email.toUpperCase()}`]) {
      expect(await ask(person, own)).toBe('InvalidRequest');
    }
    expect(await ask(person, somebody.email)).toBe('UserAlreadyExists');
    await ask(person, 'wanted@example.com');
    const tokens = [world.tokenOf('email_change'), world.tokenOf('email_change_notice')] as const;
    await ask(somebody, 'wanted@example.com');
    await world.identity.emailChanges.confirm(world.tokenOf('email_change'));
    await world.identity.emailChanges.confirm(world.tokenOf('email_change_notice'));
    await world.identity.emailChanges.confirm(tokens[0]);
    expect(await world.identity.emailChanges.confirm(tokens[1])).toMatchObject({
      refusal: { code: 'UserAlreadyExists' },
    });
    expect(await signIn(world, person.email)).toMatch(/^ey/);
  });

  it('cut in the middle, changes nothing, and is made by the next press', async () => {
    const person = await signUp(world);
    await ask(person, 'after-the-cut@example.com');
    const [newToken, oldToken] = [world.tokenOf('email_change'), world.tokenOf('email_change_notice')];
    await world.identity.emailChanges.confirm(newToken);
    world.fault = cutConnections(world);
    await expect(world.identity.emailChanges.confirm(oldToken)).rejects.toThrow(CUT_OFF);
    expect(await signIn(world, 'after-the-cut@example.com')).toBe('WrongCredentials');
    expect(await world.count('withdrawal_hold', person.userId)).toBe(0);
    expect(await world.identity.actorOf(person.token)).not.toBeNull();
    expect(await world.identity.emailChanges.confirm(oldToken)).toEqual({ ok: true, value: 'changed' });
    expect(await world.audit.verify(world.database.pool)).toBeNull();
  });

  it('takes a self-exclusion along', async () => {
    const person = await signUp(world);
    await world.query<Record<string, unknown>>(
      `INSERT INTO exclusion_record (email_blind, since) SELECT email_blind, now() FROM app_user WHERE id = $1`,
      [person.userId],
    );
    await ask(person, 'still-excluded@example.com');
    await world.identity.emailChanges.confirm(world.tokenOf('email_change'));
    await world.identity.emailChanges.confirm(world.tokenOf('email_change_notice'));
    const [row] = await world.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM exclusion_record e JOIN app_user u USING (email_blind) WHERE u.id = $1',
      [person.userId],
    );
    expect(row?.n).toBe(1);
  });
});

describe('where waits are short', () => {
  it('mails say how long the link and the file of data do hold', async () => {
    const short = await openPrivacyWorld({ WAITS: 'short' });
    try {
      const person = await signUp(short);
      expect((await short.identity.emailChanges.ask(person.asking, 'soon@example.com')).ok).toBe(true);
      await short.privacy.askExport(person.asking);
      await short.privacy.makeExports();
      const { pending } = await short.identity.emailChanges.pending(person.userId);
      const { expiresAt } = await short.privacy.export(person.userId);
      const left = (iso: string | null | undefined) => String(Date.parse(iso ?? '') - short.clock.at);
      expect(left(pending?.expiresAt)).toBe('60000');
      const said = (kind: string) => short.mails.find((mail) => mail.kind === kind)?.values;
      for (const kind of ['email_change', 'email_change_notice'])
        expect(said(kind), kind).toMatchObject({ wait: left(pending?.expiresAt) });
      expect(said('export_ready')).toMatchObject({ wait: left(expiresAt) });
    } finally {
      await short.close();
    }
  });
});
