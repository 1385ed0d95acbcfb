// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { money } from '#money/money'
import { attemptMark } from './attempt-mark.ts'
import type { AttemptReply, AttemptStage } from './attempt-stage.ts'
import { type AttemptCalls, useConfirmedAttempt } from './confirmed-attempt.ts'
import { ApiRefusal, NetworkError } from './failures.ts'
import { closeAttempt, readAttempt } from './open-attempt.ts'
import { queryClient } from './query-client.ts'

interface Sent {
  readonly terms: string
  readonly proof: object | undefined
  readonly idempotencyKey: string
}

afterEach(() => closeAttempt(readAttempt(attemptMark.getState().stored)?.key ?? ''))

const reply: AttemptReply = { status: 'ok', message: '', transaction_id: '1' }
const success = { kind: 'success', operationId: '1' } as const

/** An attempt whose requests are answered by the test, one after another. */
function anAttempt(changes: Partial<AttemptCalls<string, AttemptReply>> = {}) {
  const sent: Sent[] = []
  const told: string[] = []
  const answers: { done: (reply: AttemptReply) => void; fail: (failure: Error) => void }[] = []
  const { result, unmount } = renderHook(
    () =>
      useConfirmedAttempt<string, AttemptReply>({
        startPasskey: () => Promise.reject(new NetworkError('unreachable')),
        about: () => ({ kind: 'transfer', give: money('RUB', 1000n), to: 'Борис С.' }),
        send(request) {
          sent.push(request)
          return new Promise((done, fail) => answers.push({ done, fail }))
        },
        tell: (text) => told.push(text),
        ...changes,
      }),
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  )
  const stageIs = (stage: AttemptStage) => waitFor(() => expect(result.current.confirming?.stage).toEqual(stage))
  act(() => result.current.review('terms'))
  return { sent, told, answers, flow: () => result.current, stageIs, unmount }
}

const refusal = (code: string) => new ApiRefusal({ status: 'error', code, message: 'нет' })

test('a PIN that is submitted twice is sent once', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => {
    flow().submit('4815')
    flow().submit('4815')
  })
  await stageIs({ kind: 'waiting' })
  expect(sent).toMatchObject([{ terms: 'terms', proof: { pin: '4815' } }])
  answers[0]?.done(reply)
  await stageIs(success)
})

test('without an answer the outcome is unknown, and the retry uses the same key', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => flow().submit('4815'))
  answers[0]?.fail(new NetworkError('timeout'))
  await stageIs({ kind: 'unknown' })
  act(() => flow().checkAgain())
  await stageIs({ kind: 'waiting' })
  expect(sent[1]).toEqual(sent[0])
  answers[1]?.done(reply)
  await stageIs(success)
})

test('after a wrong PIN the next PIN is a new attempt', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => flow().submit('0000'))
  answers[0]?.fail(refusal('pin_wrong'))
  await stageIs({ kind: 'confirm', message: 'нет' })
  expect(flow().isOpen).toBe(true)
  act(() => flow().submit('4815'))
  await stageIs({ kind: 'waiting' })
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  answers[1]?.fail(refusal('limit_daily'))
  await stageIs({ kind: 'refused', message: 'нет', refusal: refusal('limit_daily') })
  expect(flow().isOpen).toBe(false)
})

test('when the browser gives no passkey, nothing is sent', async () => {
  const { sent, flow } = anAttempt()
  act(() => flow().submitPasskey())
  await waitFor(() => expect(flow().confirming?.stage).toMatchObject({ kind: 'confirm', passkeyMessage: expect.any(String) }))
  expect(sent).toEqual([])
})

test('when a passkey is cancelled during the request for its options, the PIN still works and the browser asks for nothing', async () => {
  const starts: ((started: { options: string }) => void)[] = []
  const { sent, answers, flow, stageIs } = anAttempt({ startPasskey: () => new Promise((resolve) => starts.push(resolve)) })
  act(() => flow().submitPasskey())
  await waitFor(() => expect(starts).toHaveLength(1))
  act(() => flow().close())
  act(() => flow().review('others'))
  // The failure that closed the first review comes in a moment.
  await act(() => Promise.resolve())
  act(() => flow().submit('4815'))
  await stageIs({ kind: 'waiting' })
  starts[0]?.({ options: '{}' })
  answers[0]?.done(reply)
  await stageIs(success)
  expect(sent).toMatchObject([{ terms: 'others', proof: { pin: '4815' } }])
})

const openKey = () => readAttempt(attemptMark.getState().stored)?.key
const isShown = () => attemptMark.getState().isShown

test('an attempt is kept for a reload until its outcome is known, with its purpose and without the PIN', async () => {
  const { sent, answers, flow, stageIs } = anAttempt()
  act(() => flow().submit('4815'))
  await stageIs({ kind: 'waiting' })
  expect(openKey()).toBe(sent[0]?.idempotencyKey)
  const stored = window.sessionStorage.getItem('wallet.attempt') ?? ''
  expect(JSON.parse(stored)).toMatchObject({ kind: 'transfer', give: { decimal: '10.00', currency: 'RUB' }, to: 'Борис С.' })
  expect(stored).not.toContain('4815')
  answers[0]?.done(reply)
  await stageIs(success)
  expect([openKey(), window.sessionStorage.getItem('wallet.attempt')]).toEqual([undefined, null])
})

test('an open sheet handles its attempt; when it has gone without the outcome, the page asks, and no other attempt begins before', async () => {
  const { answers, flow, stageIs, unmount } = anAttempt()
  act(() => flow().submit('4815'))
  answers[0]?.fail(new NetworkError('timeout'))
  await stageIs({ kind: 'unknown' })
  expect(isShown()).toBe(false)
  unmount()
  expect(isShown()).toBe(true)
  const next = anAttempt()
  expect(next.flow().confirming).toBeUndefined()
})

test('a sheet that closes during its request still learns the outcome', async () => {
  for (const [end, asks] of [
    ['done', false],
    ['lost', true],
  ] as const) {
    const { answers, flow, stageIs, unmount } = anAttempt()
    act(() => flow().submit('4815'))
    await stageIs({ kind: 'waiting' })
    unmount()
    expect(isShown()).toBe(false)
    await act(async () => {
      if (end === 'done') answers[0]?.done(reply)
      else answers[0]?.fail(new NetworkError('timeout'))
    })
    expect([isShown(), openKey() !== undefined]).toEqual([asks, asks])
  }
})

test('a press is enough until the server requires a proof, and the reason stays while the proof is wrong', async () => {
  const { sent, answers, flow, stageIs } = anAttempt({ isPressEnough: true })
  expect(flow().confirming?.asked).toBeUndefined()
  act(() => flow().submit())
  answers[0]?.fail(refusal('pin_required'))
  await waitFor(() => expect(flow().confirming?.asked).toEqual({ reason: 'нет' }))
  expect(flow().confirming).toMatchObject({ number: 1, stage: { kind: 'confirm' } })
  act(() => flow().submit('0000'))
  answers[1]?.fail(new ApiRefusal({ status: 'error', code: 'pin_wrong', message: 'не тот' }))
  await stageIs({ kind: 'confirm', message: 'не тот' })
  // The wrong PIN is gone.
  expect(flow().confirming).toMatchObject({ number: 2, asked: { reason: 'нет' } })
  expect(sent.map(({ proof }) => proof)).toEqual([undefined, { pin: '0000' }])
  act(() => flow().review('others'))
  expect(flow().confirming).toMatchObject({ asked: undefined, stage: { kind: 'confirm' } })
})

test('a form shows the refusal once its sheet is closed, until the form is changed', async () => {
  const { answers, flow, stageIs } = anAttempt({ isEnd: (code) => code === 'payout_declined' })
  act(() => flow().submit('4815'))
  answers[0]?.fail(refusal('limit_daily'))
  await waitFor(() => expect(flow().lastFailure).toMatchObject({ kind: 'refused', refusal: { code: 'limit_daily' } }))
  act(() => flow().forgetFailure())
  expect(flow().lastFailure).toBeUndefined()
  act(() => flow().review('others'))
  act(() => flow().submit('4815'))
  answers[1]?.fail(refusal('payout_declined'))
  await stageIs({ kind: 'failed', message: 'нет', refusal: refusal('payout_declined') })
  expect(flow()).toMatchObject({ isOpen: true, lastFailure: undefined })
  act(() => flow().close())
  expect(flow().lastFailure).toMatchObject({ kind: 'failed' })
})

test('a pending operation is followed to its end', async () => {
  const { answers, flow, stageIs } = anAttempt({ declined: 'refusal.payout_declined' })
  act(() => flow().submit('4815'))
  answers[0]?.done({ ...reply, status: 'pending', message: 'Вывод проверяется' })
  await stageIs({ kind: 'pending', status: 'pending', operationId: '1', text: 'Вывод проверяется' })
  act(() => flow().follow('1', 'pending'))
  await stageIs({ kind: 'pending', status: 'pending', operationId: '1', text: 'Вывод проверяется' })
  act(() => flow().follow('1', 'failed'))
  expect(flow()).toMatchObject({ isOver: false, confirming: { stage: { kind: 'failed', message: expect.any(String) } } })
  act(() => flow().follow('1', 'complete'))
  await stageIs(success)
  expect(flow().isOver).toBe(true)
})

test('each outcome has its own words', async () => {
  const { told, answers, flow } = anAttempt({
    words: { checking: 'send.checking' },
    failureWords: (failure) => (failure instanceof ApiRefusal && failure.code === 'busy_seller' ? 'занят' : undefined),
  })
  const ends = [
    () => answers.at(-1)?.done(reply),
    () => answers.at(-1)?.done({ ...reply, status: 'checking' }),
    () => answers.at(-1)?.fail(refusal('limit_daily')),
    () => answers.at(-1)?.fail(refusal('busy_seller')),
    () => answers.at(-1)?.fail(new NetworkError('timeout')),
  ]
  for (const [count, end] of ends.entries()) {
    act(() => flow().review('terms'))
    act(() => flow().submit('4815'))
    end()
    await waitFor(() => expect(told).toHaveLength(count + 1))
  }
  // Without a catalogue a text is its key.
  expect(told).toEqual(['pay.success', 'send.checking', 'pay.failed. нет', 'занят', 'err.money_unknown'])
})
