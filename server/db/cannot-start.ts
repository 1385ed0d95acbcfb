/** The built-in database cannot start here; the message says why and what to do, for the person at the terminal. */
export class CannotStart extends Error {}
