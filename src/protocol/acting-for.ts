/**
 * Header that names the person a page shows. A call with the token of anybody else is done for nobody: in another tab somebody else may
 * have signed in.
 */
export const ACTING_FOR = 'x-acting-for';
