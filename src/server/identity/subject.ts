import type { PoolClient } from 'pg';
import type { BaseParts, Subject } from '#server/subject.ts';
import { workOn } from '#server/jobs/index.ts';
import type { Mail } from '#server/mail/index.ts';
import { createAccountAdmin, type AccountAdmin } from './accounts/account-admin.ts';
import { accountClosing } from './accounts/closing.ts';
import { houseMails } from './accounts/house-mails.ts';
import { createApiKeys, type ApiKeyParts, type ApiKeys } from './api-keys/index.ts';
import { createAvatars, type Avatars } from './avatar/index.ts';
import type { Identity } from './contract.ts';
import { loadTokenKeys } from './keys.ts';
import { createTokens, type Tokens } from './sessions/tokens.ts';
import { createIdentity, type IdentityParts } from './identity.ts';
import { colleagues, peopleSeat, type PeopleSeatParts } from './office/people-seat.ts';
import { peopleChart } from './people-chart.ts';
import { createPayees, type Payees } from './accounts/payees.ts';
import { END_SEEING, endSeeing, type SeeAsParts } from './office/see-as.ts';
import { sharedDevices } from './office/store-shared.ts';
import { IDENTITY_PERSONAL_DATA } from './personal-data.ts';
import { linkedAccounts } from './store-links.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { authRoutes } from './routes/auth.ts';
import { avatarRoutes } from './routes/avatar.ts';
import { emailChangeRoutes } from './routes/email-change.ts';
import { factorRoutes } from './routes/factors.ts';
import { userRoutes } from './routes/user.ts';

/** How soon a change of address whose time is over has ended, ms. */
const EXPIRED_CHANGES_MS = 5_000;

interface Made {
  readonly identity: Identity;
  readonly apiKeys: ApiKeys;
  readonly avatars: Avatars;
  /** What a member of staff is called among colleagues. */
  readonly colleagueOf: ReturnType<typeof colleagues>;
  readonly payees: Payees;
  readonly accessTokens: Tokens;
}

export const IDENTITY = {
  offers: async (parts: Pick<BaseParts, 'config' | 'db' | 'vault' | 'clock'>) => {
    const admin = await createAccountAdmin(parts);
    return {
      /** How to reach a person. */
      contactOf: ((db, userId) => admin.contactOf(db, userId)) satisfies typeof admin.contactOf,
      /** What a person may be now; null: nobody is there, or the account is blocked or closed. */
      roleOf: (tx: PoolClient, userId: string) => admin.roleOf(tx, userId),
      /** Is this somebody who plays, or played, with real money? */
      isPerson: (tx: PoolClient, userId: string) => admin.isPerson(tx, userId),
      sharedDevices,
      /** Accounts that signed in with a browser of each of these people. */
      linkedAccounts,
      /** What the end of an account asks of it. */
      accounts: accountClosing,
    };
  },
  create: async (parts: BaseParts & Required<Omit<IdentityParts, 'countryOf'>> & ApiKeyParts): Promise<Made> => ({
    identity: await createIdentity({ ...parts, countryOf: (address) => parts.geo.countryOf(address) }),
    apiKeys: createApiKeys(parts),
    avatars: createAvatars(parts),
    colleagueOf: colleagues(parts),
    payees: createPayees(parts),
    accessTokens: createTokens(await loadTokenKeys(parts.config.dataDir)),
  }),
  routes: (parts: Pick<BaseParts, 'geo'> & Made) => ({
    auth: authRoutes(parts),
    user: userRoutes(parts),
    avatar: avatarRoutes(parts),
    factors: factorRoutes(parts),
    apiKeys: apiKeyRoutes(parts),
    privacy: emailChangeRoutes(parts),
  }),
  followers: (parts: { readonly mail: Mail; readonly contactOf: AccountAdmin['contactOf'] }) => [houseMails(parts)],
  jobs: (parts: SeeAsParts) => [
    workOn(END_SEEING, () => async ({ session }) => {
      await endSeeing(parts, session);
    }),
  ],
  upkeep: ({ identity, apiKeys, avatars }: Made) => [
    { name: 'expired changes of address', everyMs: EXPIRED_CHANGES_MS, work: () => identity.emailChanges.tidy() },
    { name: 'old sign-ins', work: () => identity.forgetOld() },
    { name: 'old API keys', work: () => apiKeys.forgetOld() },
    { name: 'unclaimed pictures', work: () => avatars.sweep() },
  ],
  office: (parts: PeopleSeatParts & Pick<BaseParts, 'db'>) => ({ ...peopleSeat(parts), charts: [peopleChart(parts)] }),
  personalData: IDENTITY_PERSONAL_DATA,
} satisfies Subject;
