import { useSearchParams } from 'wouter'
import { type HistoryFilter, readFilter, writeFilter } from './history-filter.ts'

/** The filter in the address, and how to change a part of it. A change takes the place of the one before: "back" leaves the screen. */
export function useHistoryFilter(): readonly [HistoryFilter, (change: Partial<HistoryFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  return [filter, (change) => setSearch(writeFilter({ ...filter, ...change }), { replace: true })]
}
