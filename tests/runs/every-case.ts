/** Cases that take their time and fail seldom: `SCENARIOS=full`, as in `.ci/run`, has them; `npm test` has not. */
export const EVERY_CASE = process.env['SCENARIOS'] === 'full';
