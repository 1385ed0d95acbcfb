import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import type { Statement } from '#server/db/queryable'

// Of all objects the plain ones that are no more than `{ name: 'feature.what_it_does', text: 'select …' }`; no getter is asked.
const PICK = `function () {
  return this.flatMap((found) => {
    if (Object.getPrototypeOf(found) !== Object.prototype || Object.keys(found).length !== 2) return []
    const [name, text] = ['name', 'text'].map((key) => Object.getOwnPropertyDescriptor(found, key)?.value)
    return typeof name === 'string' && typeof text === 'string' && /^[a-z_]+\\.[a-z_ ]+$/.test(name) ? [{ name, text }] : []
  })
}`

// Of tests, and what is made only while it is run: copies of a verification, encrypting anew, deleting by age.
const NOT_KEPT = /^(test|books|encryption)\.|\.delete_old$/

/** Every statement that the modules which are loaded keep, found in the memory of this process: no module has to tell which it has. */
export async function listStatements(): Promise<Statement[]> {
  const session = new Session()
  session.connect()
  try {
    const { result: prototype } = await session.post('Runtime.evaluate', { expression: 'Object.prototype' })
    const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' })
    const { result } = await session.post('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: PICK,
      returnByValue: true,
    })
    if (!Array.isArray(result.value)) throw new Error(JSON.stringify(result))
    const found: readonly Statement[] = result.value
    const kept = found.filter(({ name }) => !NOT_KEPT.test(name))
    return [...new Map(kept.map((statement) => [`${statement.name} ${statement.text}`, statement])).values()]
  } finally {
    session.disconnect()
  }
}

/** The names of statements that stand in the source of the server as they are. */
export function namesInSource(): string[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  return files.flatMap((file) =>
    [...readFileSync(join('server', file), 'utf8').matchAll(/name: '([a-z_]+\.[a-z_]+)',\s+text:/g)].map(([, name = '']) => name),
  )
}
