import { ApiRefusal } from '#web/lib/api/failures.ts'

/**
 * Sends a request, and once more with the proof of work where the server asks for it: computing that nobody notices once, and
 * who guesses has to do each time (`proof_required`).
 */
export async function withProof<Answer>(send: (proof?: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof ApiRefusal && failure.challenge !== undefined)) throw failure
    const proof = await solve(failure.challenge)
    if (proof === undefined) throw failure
    return send(proof)
  }
}

async function solve(asked: string): Promise<string | undefined> {
  // Seldom needed.
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const challenge = JSON.parse(asked)
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution ? JSON.stringify({ challenge, solution }) : undefined
}
