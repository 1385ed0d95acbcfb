import { expect, test } from 'vitest'
import { type OndatoVerification, ondatoState } from './ondato-state.ts'

function verification(status: string, isSuccess?: boolean | null): OndatoVerification {
  const step = isSuccess === undefined ? null : { kycIdentification: { id: 'kyc', isSuccess } }
  return { id: 'idv', externalReferenceId: 'ours', status, step }
}

test.each([
  ['Pending', undefined, undefined, { state: 'pending' }],
  ['InProgress', undefined, undefined, { state: 'pending' }],
  ['InProgress', null, { status: 'Processing' }, { state: 'processing' }],
  ['Completed', undefined, undefined, { state: 'review' }],
  ['Completed', null, { status: 'Approved' }, { state: 'review' }],
  ['Completed', false, { status: 'Approved' }, { state: 'review' }],
  ['Completed', true, { status: 'Processed' }, { state: 'review' }],
  ['InProgress', true, { status: 'Approved' }, { state: 'processing' }],
  ['Completed', true, { status: 'Approved' }, { state: 'complete' }],
  ['Completed', true, { status: 'Rejected' }, { state: 'aborted', reason: 'declined' }],
  ['InProgress', null, { status: 'Rejected', statusReason: 'PoorPhotoQuality' }, { state: 'aborted', reason: 'photo' }],
  ['Completed', false, { status: 'Rejected', statusReason: 'A word of tomorrow' }, { state: 'aborted', reason: 'declined' }],
  ['Expired', undefined, undefined, { state: 'aborted', reason: 'expired' }],
  ['Expired', true, { status: 'Approved' }, { state: 'aborted', reason: 'expired' }],
  ['Aborted', null, { status: 'Processing' }, { state: 'aborted', reason: 'cancelled' }],
  ['A word of tomorrow', undefined, undefined, { state: 'pending' }],
] as const)(
  'an identification in a session %s, success %s, with data %o is %o',
  (status, isSuccess, identification, expected) => {
    expect(ondatoState(verification(status, isSuccess), identification)).toEqual(expected)
  },
)
