import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { isSavedOnly, switchSavedOnly } from '#domain/cashier/addresses.ts';
import type { SecurityChange } from '#domain/facts.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { waitMs } from '#domain/waits.ts';
import type { AddressBookWire, SaveAddressBody } from '#protocol/cashier/addresses.ts';
import { isRowId, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { AddressBook, Asker } from '../contract.ts';
import type { BookParts } from '../parts.ts';
import { payerOf } from '../payer.ts';
import { lockPayer } from '../store.ts';
import { isPayoutWallet, paidNetworks } from '../withdrawals/store-withdrawals.ts';
import { beginProof, prove } from '../proofs/wallet-proofs.ts';
import { addressNetwork, addressNetworks, type AddressNetwork } from './networks.ts';
import {
  addressesOf,
  deleteAddress,
  findSavedOnly,
  insertAddress,
  setSavedOnly,
  updateAddress,
  type SavedAddress,
} from './store-addresses.ts';

type Wanted = Pick<SavedAddress, 'network' | 'address' | 'tag'>;
type Change = Extract<SecurityChange, 'address_saved' | 'address_removed' | 'saved_only_on' | 'saved_only_off'>;

/** Addresses that a person saves for withdrawals. Each change is told and written down. */
export function createAddressBook(parts: BookParts): AddressBook {
  return {
    read: (userId) => bookOf(parts, parts.db, userId),
    save: (asker, body) => save(parts, asker, body),
    remove: (asker, id) => remove(parts, asker, id),
    switchSavedOnly: (asker, on) => setOnly(parts, asker, on),
    beginProof: (userId, id) => beginProof(parts, userId, id),
    prove: async (asker, id, body) => {
      const done = await prove(parts, asker, { ...body, id });
      return done.ok ? ok(await bookOf(parts, parts.db, asker.actor.userId)) : done;
    },
  };
}

async function bookOf(
  { config, clock, vault, networks, settings }: BookParts,
  db: Queryable,
  userId: string,
): Promise<AddressBookWire> {
  const only = await findSavedOnly(db, userId);
  const items: AddressBookWire['items'] = [];
  for (const row of await addressesOf(db, userId)) {
    const { id, network, address, tag, labelSealed } = row;
    const opened = async (sealed: Buffer | null) =>
      sealed === null ? '' : ((await vault.open(db, userId, sealed)) ?? '');
    const times = {
      savedAt: toIso(row.savedAt),
      usableFrom: toIso(row.usableFrom),
      provedAt: toIsoOrNull(row.provedAt),
    };
    const heldBy = await opened(row.heldBySealed);
    items.push({ id, network, address, tag, label: await opened(labelSealed), heldBy, ...times });
  }
  const isOnly = isSavedOnly(only, clock.now());
  const paid = await paidNetworks(db);
  return {
    items,
    networks: addressNetworks(networks)
      // A coin that has no wallet cannot be withdrawn, and is not offered.
      .filter(({ id, pair }) => pair === null || paid.has(id))
      .map(({ id, name, tokens }) => ({ id, name, pays: paid.has(id), tokens: [...tokens] })),
    savedOnly: isOnly,
    savedOnlyUntil: toIsoOrNull(isOnly ? only.until : null),
    waitMs: addressWaitMs({ config, settings }),
  };
}

/** How long a new or changed address waits, ms. */
function addressWaitMs({ config, settings }: Pick<BookParts, 'config' | 'settings'>): number {
  return waitMs(spanOf('addresses.wait_hours', settings.values), config.waits);
}

/** What is to be saved, in its one spelling. */
function wantedOf(
  { networks }: BookParts,
  body: SaveAddressBody,
): Outcome<Wanted & { readonly shown: AddressNetwork }> {
  const shown = addressNetwork(networks, body.network);
  if (shown === null) return refused({ code: 'UnavailableToken' });
  const tag = body.tag?.trim() ?? '';
  if (tag !== '' && !shown.takesTag) return refused({ code: 'InvalidRequest', fields: { tag: 'unknown' } });
  const address = shown.spell(body.address);
  if (address === null) return refused({ code: 'InvalidRequest', fields: { address: 'malformed' } });
  return ok({ network: shown.id, address, tag, shown });
}

const isSame = (a: Wanted, b: Wanted) => a.network === b.network && a.address === b.address && a.tag === b.tag;

async function save(parts: BookParts, asker: Asker, body: SaveAddressBody): Promise<Outcome<AddressBookWire>> {
  const { userId } = asker.actor;
  const wanted = wantedOf(parts, body);
  if (!wanted.ok) return wanted;
  const { shown, ...target } = wanted.value;
  return changing(parts, userId, async (tx) => {
    const rows = await addressesOf(tx, userId);
    const there = rows.find((row) => isSame(row, target));
    const changed = body.id === undefined ? there : rows.find(({ id }) => id === body.id);
    if (body.id !== undefined && changed === undefined) return refused({ code: 'NotFound' });
    if (there !== undefined && there !== changed) return refused({ code: 'AddressKnown' });
    const most = Number(parts.settings.values['addresses.most']);
    if (changed === undefined && rows.length >= most) return refused({ code: 'AddressesFull', most });
    if (await parts.isListedAddress(tx, target.address)) return refused({ code: 'AddressRefused', reason: 'listed' });
    if ((await parts.isDepositAddress(tx, target.address)) || (await isPayoutWallet(tx, target.address))) {
      return refused({ code: 'AddressRefused', reason: 'own' });
    }
    const before = changed !== undefined && isSame(changed, target) ? changed : undefined;
    const sealed = await sealedOf(parts, tx, { userId, body, before });
    if (before !== undefined) {
      // Only what it is called or who holds it is another: it goes on waiting as before. Whoever held it, nobody proved it.
      const provedAt = sealed.heldBySealed === null ? before.provedAt : null;
      await updateAddress(tx, { ...before, ...sealed, provedAt });
      if (sealed.heldBySealed !== before.heldBySealed) {
        const what = { action: 'address_book.holder_said', objectType: 'saved_address', objectId: before.id };
        const { actor, address } = asker;
        await parts.audit.write(tx, { actorId: userId, role: actor.role, ...what, address });
      }
      return ok(null);
    }
    const now = parts.clock.now();
    const usableFrom = now + addressWaitMs(parts);
    const row = { id: changed?.id ?? uuidv7(), ...target, ...sealed, savedAt: now, usableFrom, provedAt: null };
    await (changed === undefined ? insertAddress(tx, userId, row) : updateAddress(tx, row));
    await tell(parts, tx, {
      asker,
      what: 'address_saved',
      id: row.id,
      name: `${shown.name} ${row.address}`,
      until: usableFrom,
    });
    return ok(null);
  });
}

/** What tells something of the person, sealed with their key. */
async function sealedOf(
  { vault }: BookParts,
  tx: PoolClient,
  {
    userId,
    body,
    before,
  }: { readonly userId: string; readonly body: SaveAddressBody; readonly before: SavedAddress | undefined },
): Promise<Pick<SavedAddress, 'labelSealed' | 'heldBySealed'>> {
  const labelSealed = await vault.seal(tx, userId, body.label);
  // Left out: it stays as it was.
  if (body.heldBy === undefined) return { labelSealed, heldBySealed: before?.heldBySealed ?? null };
  const heldBy = body.heldBy.trim();
  return { labelSealed, heldBySealed: heldBy === '' ? null : await vault.seal(tx, userId, heldBy) };
}

async function remove(parts: BookParts, asker: Asker, id: string): Promise<Outcome<AddressBookWire>> {
  const { userId } = asker.actor;
  if (!isRowId(id)) return refused({ code: 'NotFound' });
  return changing(parts, userId, async (tx) => {
    const row = (await addressesOf(tx, userId)).find((one) => one.id === id);
    if (row === undefined || !(await deleteAddress(tx, { id, userId }))) return refused({ code: 'NotFound' });
    await tell(parts, tx, { asker, what: 'address_removed', id, name: row.address, until: null });
    return ok(null);
  });
}

async function setOnly(parts: BookParts, asker: Asker, on: boolean): Promise<Outcome<AddressBookWire>> {
  const { userId } = asker.actor;
  return changing(parts, userId, async (tx) => {
    const before = await findSavedOnly(tx, userId);
    const now = parts.clock.now();
    const after = switchSavedOnly(before, { on, now, wait: addressWaitMs(parts) });
    if (after.on === before.on && after.until === before.until) return ok(null);
    await setSavedOnly(tx, userId, after);
    const what = on ? 'saved_only_on' : 'saved_only_off';
    // Off and over: it was told when it was switched off.
    if (on || after.until !== null) await tell(parts, tx, { asker, what, id: userId, name: '', until: after.until });
    return ok(null);
  });
}

/** A change under the lock of the person, and the book as it is then. */
async function changing(
  parts: BookParts,
  userId: string,
  work: (tx: PoolClient) => Promise<Outcome<null>>,
): Promise<Outcome<AddressBookWire>> {
  // Made before, for a row can be locked only when it is there.
  await payerOf(parts.db, userId);
  return transaction(parts.db, async (tx) => {
    await lockPayer(tx, userId);
    const done = await work(tx);
    return done.ok ? ok(await bookOf(parts, tx, userId)) : done;
  });
}

interface Told {
  readonly asker: Asker;
  readonly what: Change;
  readonly id: string;
  /** The address, for the mail. */
  readonly name: string;
  readonly until: number | null;
}

async function tell(parts: BookParts, tx: PoolClient, { asker, what, id, name, until }: Told): Promise<void> {
  const { actor, address } = asker;
  await record(tx, [{ kind: 'security.changed', userId: actor.userId, what }]);
  await mailTo(parts, tx, { userId: actor.userId, state: what, name, until: until === null ? '' : toIso(until) });
  await parts.audit.write(tx, {
    actorId: actor.userId,
    role: actor.role,
    action: `address_book.${what}`,
    objectType: what.startsWith('saved_only') ? 'user' : 'saved_address',
    objectId: id,
    address,
  });
}

async function mailTo(
  { config, contactOf, mail }: BookParts,
  tx: PoolClient,
  {
    userId,
    ...values
  }: { readonly userId: string; readonly state: Change; readonly name: string; readonly until: string },
): Promise<void> {
  const contact = await contactOf(tx, userId);
  if (contact === null) return;
  const link = `${config.origins.dashboard}/${contact.language}/address-book`;
  const { email: to, language } = contact;
  await mail.send(tx, { userId, to, language, kind: 'address_book_changed', values: { ...values, link } });
}
