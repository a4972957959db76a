import type { Actor } from '#domain/identity/actor.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { SignedInAnswer } from '#protocol/account.ts';
import type {
  AddedPasskeyAnswer,
  CredentialProof,
  NewCredential,
  OtpSecretAnswer,
  PasskeysAnswer,
  SecurityAnswer,
  SocialAnswer,
  SocialCompleteBody,
  SocialLinkBody,
  SocialProvidersAnswer,
  SocialStartBody,
  StepUpAskAnswer,
  StepUpBody,
  TelegramBody,
} from '#protocol/factors.ts';
import type { Tracking } from '../contract.ts';
import type { Client, Factors, SessionCookies } from '../contract-factors.ts';

/** What was asked for, or why not. */
export type Reply<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly refusal: Refusal };

export type RecoveryCodesReply = Reply<{ readonly recoveryCodes: readonly string[] }>;
/** A session has begun; http sends its cookies. */
export type SignInReply = Reply<{ readonly answer: SignedInAnswer; readonly cookies: SessionCookies }>;
export type OptionsReply = Reply<{ readonly options: PasskeyOptions }>;
export type SocialReply = Reply<{ readonly answer: SocialAnswer; readonly cookies: SessionCookies | null }>;

export interface PasskeyOptions {
  readonly challenge: string;
  readonly [field: string]: unknown;
}

/** Second factors, passkeys, step-up and other providers, as http uses them. */
export interface SecondFactors extends Factors {
  otpGenerate(actor: Actor): Promise<Reply<{ readonly answer: OtpSecretAnswer }>>;
  otpConfirm(actor: Actor, code: string): Promise<RecoveryCodesReply>;
  /** The second step of a login: a code of the app, or a recovery code. */
  otpLogin(login: { readonly otpToken: string; readonly code: string; readonly client: Client }): Promise<SignInReply>;
  /** The caller has stepped up. */
  otpDisable(actor: Actor): Promise<void>;
  /** The caller has stepped up. */
  renewRecoveryCodes(actor: Actor): Promise<RecoveryCodesReply>;
  security(actor: Actor): Promise<SecurityAnswer>;

  passkeys(actor: Actor): Promise<PasskeysAnswer>;
  passkeyOptions(actor: Actor): Promise<OptionsReply>;
  addPasskey(
    actor: Actor,
    made: { readonly credential: NewCredential; readonly name: string },
  ): Promise<Reply<{ readonly answer: AddedPasskeyAnswer }>>;
  /** The caller has stepped up. The last way to sign in stays: PermissionsError. */
  removePasskey(actor: Actor, id: string): Promise<Refusal | null>;
  /** For a sign-in; with `otpToken` for the second step of one. */
  passkeyAsk(otpToken: string | null): Promise<OptionsReply>;
  passkeyLogin(login: {
    readonly credential: CredentialProof;
    readonly otpToken: string | null;
    readonly rememberMe: boolean;
    readonly client: Client;
  }): Promise<SignInReply>;

  stepUpAsk(actor: Actor): Promise<StepUpAskAnswer>;
  /** `until` in ms. */
  stepUp(actor: Actor, proof: StepUpBody): Promise<Reply<{ readonly until: number }>>;

  socialProviders(): SocialProvidersAnswer;
  /** `flow` goes into a cookie of the browser: the same one must come back. */
  socialStart(
    actor: Actor | null,
    asked: SocialStartBody,
  ): Promise<Reply<{ readonly url: string; readonly flow: string }>>;
  socialFinish(back: {
    readonly flow: string | null;
    readonly query: string;
    readonly client: Client;
  }): Promise<SocialReply>;
  telegram(back: {
    readonly flow: string | null;
    readonly body: TelegramBody;
    readonly client: Client;
  }): Promise<SocialReply>;
  socialComplete(asked: {
    readonly body: SocialCompleteBody;
    readonly client: Client;
    /** The demo person who asks, if one does, as at a sign-up by password. */
    readonly visitor: Actor | null;
    readonly tracking: Tracking;
  }): Promise<SocialReply>;
  socialLink(asked: { readonly body: SocialLinkBody; readonly client: Client }): Promise<SocialReply>;
  /** The caller has stepped up. The last way to sign in stays: PermissionsError. */
  unlink(actor: Actor, provider: string): Promise<Refusal | null>;

  /** Drops what was begun and never finished. */
  forgetOld(): Promise<void>;
}
