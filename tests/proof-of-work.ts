import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Does the work that a refusal asks for (`proof_required`): the proof for its challenge, which is JSON. */
export async function solveProof(asked: string): Promise<string> {
  const challenge = JSON.parse(asked)
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}
