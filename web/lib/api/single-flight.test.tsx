// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'
import { useSingleFlightMutation } from './single-flight.ts'

test('a pending mutation is sent once and cannot be reset; afterwards it can', async () => {
  const answers: ((answer: string) => void)[] = []
  const ask = () => new Promise<string>((resolve) => answers.push(resolve))
  const { result } = renderHook(() => useSingleFlightMutation<string, void>({ mutationFn: ask }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  act(() => result.current.mutate())
  await waitFor(() => expect(result.current.isPending).toBe(true))
  act(() => {
    result.current.reset()
    result.current.mutate()
  })
  expect(result.current.isPending).toBe(true)
  expect(answers).toHaveLength(1)
  answers[0]?.('done')
  await waitFor(() => expect(result.current.data).toBe('done'))
  act(() => result.current.reset())
  await waitFor(() => expect(result.current.data).toBeUndefined())
})
