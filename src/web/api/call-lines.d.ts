/** `limits.read` -> `GET /user/limits`: made of the protocol tables by the build (scripts/call-lines.ts). */
declare module 'virtual:call-lines' {
  const lines: Readonly<Record<string, string>>;
  export default lines;
}

/** The same of the back office, whose lines no public page carries. */
declare module 'virtual:office-call-lines' {
  const lines: Readonly<Record<string, string>>;
  export default lines;
}
