import { expect, test } from 'vitest'
import { reduceSchema } from './reduce-schema.ts'

const kinds = {
  Pod: {
    description: 'A pod.',
    type: 'object',
    properties: {
      spec: { $ref: '/api/_definitions.json#/$defs/Spec', description: 'Its specification.' },
      status: { $ref: '/api/_definitions.json#/$defs/Status' },
    },
  },
}
const definitions = {
  Spec: { properties: { description: { type: 'string', description: 'A field of this name.' } } },
  Status: { type: 'object' },
  Unused: { type: 'object' },
}

test('a reduced schema keeps referenced definitions, without descriptions and cluster fields', () => {
  const { $defs } = reduceSchema(kinds, definitions)
  expect($defs).toMatchObject({
    Pod: {
      type: 'object',
      properties: { spec: { $ref: '#/$defs/Spec' } },
      required: ['apiVersion', 'kind', 'metadata'],
    },
    Spec: { properties: { description: { type: 'string' } } },
  })
  expect(Object.keys($defs)).not.toContain('Status')
  expect(Object.keys($defs)).not.toContain('Unused')
  expect(JSON.stringify($defs)).not.toContain('A field of this name')
})

test('a reference to a missing definition is an error', () => {
  expect(() => reduceSchema(kinds, {})).toThrow('there is no definition of Spec')
})
