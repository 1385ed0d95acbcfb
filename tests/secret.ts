/** The secret of every test's wallet, from which its keys are derived. */
export const SECRET = 'a secret of the tests, long enough for keys'
