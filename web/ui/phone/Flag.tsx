import { useEffect, useState } from 'react'
import css from './Flag.module.css'

/** A country's flag, decoration beside its name or code. The table of addresses comes as a chunk of its own. */
export function Flag({ iso }: { readonly iso: string }) {
  const [urls, setUrls] = useState<Readonly<Record<string, string>>>()
  useEffect(() => {
    let isGone = false
    import('./flag-urls.ts').then(
      ({ FLAG_URLS }) => isGone || setUrls(FLAG_URLS),
      // No flag is no loss: the code stands beside it.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  const url = urls?.[iso]
  return <span className={css.flag}>{url ? <img className={css.image} src={url} alt="" loading="lazy" /> : null}</span>
}
