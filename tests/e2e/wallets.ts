import { brandFolders, startBuiltWallet } from '#tests/built-wallet'

/** Starts the built wallet as in production, once for each brand; tests find them by `WALLET_<BRAND>`. */
export default async function startWallets(): Promise<() => Promise<void>> {
  const wallets = await Promise.all(brandFolders().map((brand) => startBuiltWallet(brand)))
  for (const { brand, url } of wallets) process.env[`WALLET_${brand.toUpperCase()}`] = url
  return async () => {
    await Promise.all(wallets.map(({ stop }) => stop()))
  }
}
