/** `limits.read` -> `GET /user/limits`: made of the protocol tables by the build (scripts/call-lines.ts). */
declare module 'virtual:call-lines' {
  const lines: Readonly<Record<string, string>>;
  export default lines;
}
