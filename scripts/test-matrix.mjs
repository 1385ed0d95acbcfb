// Every test of the browser in every brand, language and size: takes long. `-- --shard=1/4` runs that part of it alone.
import { begin, build, end, measureInBrowser, testInBrowser } from './parts.mjs'

const SHARDS = 4
const MATRIX = { MATRIX: 'on' }
const words = process.argv.slice(2)

begin()
if (await build()) {
  const isOneShard = words.some((word) => word.startsWith('--shard'))
  const shards = isOneShard ? [[]] : Array.from({ length: SHARDS }, (_, at) => [`--shard=${at + 1}/${SHARDS}`])
  for (const shard of shards) await testInBrowser([...words, ...shard], MATRIX)
  if (!isOneShard) await measureInBrowser(MATRIX)
}
await end()
