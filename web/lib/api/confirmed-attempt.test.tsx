// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { money } from '#money/money'
import { attemptMark } from './attempt-mark.ts'
import { type AttemptStage, attemptStageAfter, useConfirmedAttempt } from './confirmed-attempt.ts'
import { ApiRefusal, NetworkError } from './failures.ts'
import { closeAttempt, readAttempt } from './open-attempt.ts'
import { queryClient } from './query-client.ts'

interface Sent {
  readonly terms: string
  readonly proof: object
  readonly idempotencyKey: string
}

type Stage = AttemptStage | { readonly kind: 'success' } | { readonly kind: 'refused'; readonly message: string | undefined }

afterEach(() => closeAttempt(readAttempt(attemptMark.getState().stored)?.key ?? ''))

/** An attempt whose requests are answered by the test, one after another. */
function anAttempt(startPasskey: () => Promise<{ options: string }> = () => Promise.reject(new NetworkError('unreachable'))) {
  const sent: Sent[] = []
  const answers: { done: (stage: Stage) => void; fail: (failure: Error) => void }[] = []
  const { result, unmount } = renderHook(
    () =>
      useConfirmedAttempt<string, Stage>({
        startPasskey,
        about: () => ({ kind: 'transfer', give: money('RUB', 1000n), to: 'Борис С.' }),
        send(request) {
          sent.push(request)
          return new Promise((done, fail) => answers.push({ done, fail }))
        },
        stageAfterFailure: (failure) =>
          attemptStageAfter(failure, (refusal): Stage => ({ kind: 'refused', message: refusal?.message })),
        tell: () => undefined,
        words: {},
        closesAt: 'refused',
      }),
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  )
  const stageIs = (stage: Stage) => waitFor(() => expect(result.current.confirming?.stage).toEqual(stage))
  act(() => result.current.review('terms'))
  return { sent, answers, flow: () => result.current, stageIs, unmount }
}

const refusal = (code: string) => new ApiRefusal({ status: 'error', code, message: 'нет' })

test('a PIN that is submitted twice is sent once', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => {
    flow().submitPin('4815')
    flow().submitPin('4815')
  })
  await stageIs({ kind: 'waiting' })
  expect(sent).toMatchObject([{ terms: 'terms', proof: { pin: '4815' } }])
  answers[0]?.done({ kind: 'success' })
  await stageIs({ kind: 'success' })
})

test('without an answer nothing is claimed, and it is asked for again under the same key', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => flow().submitPin('4815'))
  answers[0]?.fail(new NetworkError('timeout'))
  await stageIs({ kind: 'unknown' })
  act(() => flow().checkAgain())
  await stageIs({ kind: 'waiting' })
  expect(sent[1]).toEqual(sent[0])
  answers[1]?.done({ kind: 'success' })
  await stageIs({ kind: 'success' })
})

test('after a wrong PIN the next one is an attempt of its own', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => flow().submitPin('0000'))
  answers[0]?.fail(refusal('pin_wrong'))
  await stageIs({ kind: 'enterPin', message: 'нет' })
  expect(flow().isOpen).toBe(true)
  act(() => flow().submitPin('4815'))
  await stageIs({ kind: 'waiting' })
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  answers[1]?.fail(refusal('limit_daily'))
  await stageIs({ kind: 'refused', message: 'нет' })
  expect(flow().isOpen).toBe(false)
})

test('a passkey that the browser does not give sends nothing', async () => {
  const { sent, flow } = anAttempt()
  act(() => flow().submitPasskey())
  await waitFor(() => expect(flow().confirming?.stage).toMatchObject({ kind: 'enterPin', passkeyMessage: expect.any(String) }))
  expect(sent).toEqual([])
})

test('a passkey that was given up while the server was asked keeps nobody from the PIN, and the browser asks for nothing', async () => {
  const starts: ((started: { options: string }) => void)[] = []
  const { sent, answers, flow, stageIs } = anAttempt(() => new Promise((resolve) => starts.push(resolve)))
  act(() => flow().submitPasskey())
  await waitFor(() => expect(starts).toHaveLength(1))
  act(() => flow().close())
  act(() => flow().review('others'))
  // What the first review was closed on ends in a moment.
  await act(() => Promise.resolve())
  act(() => flow().submitPin('4815'))
  await stageIs({ kind: 'waiting' })
  starts[0]?.({ options: '{}' })
  answers[0]?.done({ kind: 'success' })
  await stageIs({ kind: 'success' })
  expect(sent).toMatchObject([{ terms: 'others', proof: { pin: '4815' } }])
})

const openKey = () => readAttempt(attemptMark.getState().stored)?.key
const isShown = () => attemptMark.getState().isShown

test('an attempt is kept for a reload until its end is known, with what it was for and without the PIN', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => flow().submitPin('4815'))
  await stageIs({ kind: 'waiting' })
  expect(openKey()).toBe(sent[0]?.idempotencyKey)
  const stored = window.sessionStorage.getItem('wallet.attempt') ?? ''
  expect(JSON.parse(stored)).toMatchObject({ kind: 'transfer', give: { decimal: '10.00', currency: 'RUB' }, to: 'Борис С.' })
  expect(stored).not.toContain('4815')
  answers[0]?.done({ kind: 'success' })
  await stageIs({ kind: 'success' })
  expect([openKey(), window.sessionStorage.getItem('wallet.attempt')]).toEqual([undefined, null])
})

test('its sheet has it in hand; once that has gone without the end, the page asks, and no other is begun before', async () => {
  const { answers, flow, stageIs, unmount } = anAttempt()
  act(() => flow().submitPin('4815'))
  answers[0]?.fail(new NetworkError('timeout'))
  await stageIs({ kind: 'unknown' })
  expect(isShown()).toBe(false)
  unmount()
  expect(isShown()).toBe(true)
  const next = anAttempt()
  expect(next.flow().confirming).toBeUndefined()
})

test('a sheet that has gone while its request is under way still hears the end', async () => {
  for (const [end, asks] of [
    ['done', false],
    ['lost', true],
  ] as const) {
    const { answers, flow, stageIs, unmount } = anAttempt()
    act(() => flow().submitPin('4815'))
    await stageIs({ kind: 'waiting' })
    unmount()
    expect(isShown()).toBe(false)
    await act(async () => {
      if (end === 'done') answers[0]?.done({ kind: 'success' })
      else answers[0]?.fail(new NetworkError('timeout'))
    })
    expect([isShown(), openKey() !== undefined]).toEqual([asks, asks])
  }
})
