import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** Returns a function that runs one task at a time: a task passed while another is running is dropped, not queued. */
export function useSingleFlight(): (run: () => Promise<unknown>) => void {
  const isRunning = useRef(false)
  return useCallback((run) => {
    // A ref, not state: a second submit may come before the first has been rendered.
    if (isRunning.current) return
    isRunning.current = true
    void run().finally(() => {
      isRunning.current = false
    })
  }, [])
}

/**
 * `useMutation` whose `mutate` does nothing while a mutation is pending: a double click sends one request. `reset` does nothing then
 * either: a pending mutation would look idle, and its result would reach nobody.
 */
export function useSingleFlightMutation<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options)
  const runSingle = useSingleFlight()
  function mutate(variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>): void {
    // The failure is in `error` and goes to the callbacks.
    runSingle(() => mutation.mutateAsync(variables, callbacks ?? {}).catch(() => undefined))
  }
  function reset(): void {
    if (!mutation.isPending) mutation.reset()
  }
  return { ...mutation, mutate, reset }
}
