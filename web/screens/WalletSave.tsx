import { useSearchParams } from 'wouter'
import { OpenAccount } from './OpenAccount.tsx'
import { SendToCard } from './SendToCard.tsx'

/** What its address asks for: a transfer to somebody's card, or with `?create=EUR` the opening of an account. */
export default function WalletSave() {
  const [search] = useSearchParams()
  const code = search.get('create')
  return code === null ? <SendToCard search={search} /> : <OpenAccount key={code} code={code} />
}
