import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type FieldDocumentation, type Fields, FORMS } from '#contract/documentation'

/** A JSON Schema, as far as the document has to look into it. */
export interface JsonSchema {
  readonly type?: unknown
  readonly const?: unknown
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly propertyNames?: { readonly enum?: readonly string[] }
  readonly additionalProperties?: JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly required?: readonly string[]
  /** The field that is given otherwise. */
  readonly 'x-instead-of'?: string
}

/** The JSON Schema of a shape, with what its fields mean all the way down; a name is looked for in `fields` in their order. */
export function schemaOf(shape: v.GenericSchema, fields: readonly Fields[]): JsonSchema {
  // What JSON Schema has no word for, a check or a change in TypeScript, is left out.
  const { $schema: _dialect, ...plain } = toJsonSchema(shape, { errorMode: 'ignore' })
  return described(plain as JsonSchema, { fields, within: '' })
}

/** An example of a schema, made of those of its fields. Throws for a text that has none. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { type, properties, items, anyOf, examples } = schema
  if (examples) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0], name)
  if (properties) {
    const together = Object.entries(properties).filter(([, each]) => each['x-instead-of'] === undefined)
    return Object.fromEntries(together.map(([field, each]) => [field, exampleOf(each, `${name}.${field}`)]))
  }
  if (type === 'array' && items) return [exampleOf(items, name)]
  throw new Error(`There is no example of ${name}`)
}

interface Place {
  readonly fields: readonly Fields[]
  /** The field that holds the fields. */
  readonly within: string
}

function described(schema: JsonSchema, place: Place): JsonSchema {
  const { properties, items, anyOf, required = [] } = withNamedProperties(schema)
  const documented = Object.keys(properties ?? {}).map((name) => [name, documentationOf(name, place)] as const)
  const alwaysSent = documented.filter(([, { isAlwaysSent }]) => isAlwaysSent).map(([name]) => name)
  return {
    ...typed(withNamedProperties(schema)),
    ...(items && { items: described(items, place) }),
    ...(anyOf && { anyOf: anyOf.map((each) => described(each, place)) }),
    ...(properties && {
      required: [...new Set([...required, ...alwaysSent])],
      properties: Object.fromEntries(
        documented.map(([name, said]) => [name, field(properties[name] ?? {}, said, { ...place, within: name })]),
      ),
    }),
  }
}

/** The documentation of a field, as it is within the one around it or anywhere, with what its form says. */
function documentationOf(name: string, { fields, within }: Place): FieldDocumentation {
  const [own = {}] = fields.flatMap((each) => each[`${within}.${name}`] ?? each[`${within}.*`] ?? each[name] ?? [])
  if (typeof own === 'string') return FORMS[own]
  const form: FieldDocumentation = own.form ? FORMS[own.form] : {}
  return { ...form, ...own, also: { ...form.also, ...own.also } }
}

function field(schema: JsonSchema, documentation: FieldDocumentation, place: Place): JsonSchema {
  const { description, names, insteadOf, also, instead, example = names?.[0] } = documentation
  const said = names ? `${description}. Today ${names.map((name) => `\`${name}\``).join(', ')}; more may come` : description
  return {
    ...(said !== undefined && { description: said }),
    ...onValue(described(instead ?? schema, place), {
      ...also,
      ...(names && { 'x-extensible-enum': names }),
      ...(insteadOf !== undefined && { 'x-instead-of': insteadOf }),
      ...(example !== undefined && { examples: [example] }),
    }),
  }
}

/** The schema with more keywords, which are of the values themselves: of what a list holds, and of what may be null as well. */
function onValue(schema: JsonSchema, keywords: Readonly<Record<string, unknown>>): JsonSchema {
  const { items, anyOf } = schema
  if (items?.type === 'string') return { ...schema, items: { ...items, ...keywords } }
  if (anyOf) return { ...schema, anyOf: anyOf.map((each) => (each.type === 'null' ? each : { ...each, ...keywords })) }
  return { ...schema, ...keywords }
}

/** A record whose names are known, with them as its properties. */
function withNamedProperties(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties = {}, ...rest } = schema
  if (!propertyNames?.enum) return schema
  return { ...rest, properties: Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties])) }
}

/** The one value of a constant is a text in all shapes of the contract; some generators want to be told. */
function typed(schema: JsonSchema): JsonSchema {
  return typeof schema.const === 'string' ? { type: 'string', ...schema } : schema
}
