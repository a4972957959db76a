export type { KeptMail, Mail, MailRequest, Sealer } from './contract.ts';
export type { MailKind } from './kinds.ts';
export { createMail } from './mail.ts';
export { mailLocaleOf } from './texts.ts';
export type { MailParts } from './mail.ts';
