export type Schema = { [key: string]: unknown }

/** Fields of a definition that say nothing about validity. */
const COMMENTS = /^(description|\$schema|\$id|x-kubernetes-.*)$/
const REQUIRED = ['apiVersion', 'kind', 'metadata']
const SHARED = '/api/_definitions.json'
const REFERENCE = /"#\/\$defs\/([\w.-]+)"/g
/** The published schema allows any string; this is the grammar of `resource.Quantity`. */
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const QUANTITY_PATTERN = '^[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\\d+)?$'

/**
 * Returns one schema with definitions of the kinds and of everything that they refer to, without descriptions. It leaves
 * out `status`, because only the cluster writes it.
 */
export function reduceSchema(kinds: Record<string, Schema>, definitions: Record<string, Schema>): { $defs: Schema } {
  const $defs: Schema = {}
  function add(name: string, definition: Schema | undefined): void {
    if (name in $defs) return
    if (!definition) throw new Error(`there is no definition of ${name}`)
    const reduced = withoutComments(definition)
    $defs[name] = reduced
    for (const [, used = ''] of JSON.stringify(reduced).matchAll(REFERENCE)) add(used, definitions[used])
  }
  for (const [kind, schema] of Object.entries(kinds)) {
    const { status: _, ...properties } = schema.properties as Schema // every kind is an object
    add(kind, { ...schema, properties, required: REQUIRED })
  }
  $defs[QUANTITY] = { anyOf: [{ type: 'string', pattern: QUANTITY_PATTERN }, { type: 'number' }] }
  return { $defs }
}

function withoutComments(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(([key]) => !COMMENTS.test(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, reduceValue(key, value)]))
}

function reduceValue(key: string, value: unknown): unknown {
  if (key === '$ref') return String(value).replace(SHARED, '')
  if (Array.isArray(value)) return value.map((item) => reduceValue('', item))
  if (typeof value !== 'object' || value === null) return value
  if (key !== 'properties') return withoutComments(value as Schema) // not null and no array
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, withoutComments(property)]))
}
