import { startBuiltWallet } from '#tests/built-wallet'
import { aResident } from '#tests/residents'
import { writeFileSync } from 'node:fs'
const out: Record<string, unknown> = {}
for (const brand of ['stater','grok'] as const) {
  const wallet = await startBuiltWallet(brand)
  const user = await aResident(wallet, 'ru')
  const [account] = await user.accounts()
  for (let t = 0; t < 10; t += 1) await user.topUp('500', account?.currency_code ?? '')
  out[brand] = { url: wallet.url, token: user.token }
}
writeFileSync('/tmp/lh/where.json', JSON.stringify(out))
console.log('ready')
setInterval(() => {}, 1e6)
