import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** Gives a way to run one thing at a time: what is asked for while another is under way is not begun, nor kept for later. */
export function useOneAtATime(): (run: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false)
  return useCallback((run) => {
    // Not by what is drawn: a second submit may come before the first has been.
    if (isUnderWay.current) return
    isUnderWay.current = true
    void run().finally(() => {
      isUnderWay.current = false
    })
  }, [])
}

/**
 * A command to the server, as `useMutation` has it; `mutate` does nothing while one is under way: a double click sends one request. Nor
 * does `reset`: what is under way would look as if it were not, and its answer would be told to nobody.
 */
export function useCommand<Answer, Asked>(options: UseMutationOptions<Answer, Error, Asked>) {
  const mutation = useMutation(options)
  const oneAtATime = useOneAtATime()
  function mutate(asked: Asked, callbacks?: MutateOptions<Answer, Error, Asked>): void {
    // Its failure is told by `error` and by the callbacks.
    oneAtATime(() => mutation.mutateAsync(asked, callbacks ?? {}).catch(() => undefined))
  }
  function reset(): void {
    if (!mutation.isPending) mutation.reset()
  }
  return { ...mutation, mutate, reset }
}
