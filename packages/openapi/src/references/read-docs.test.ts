import { expect, test } from 'vitest'
import { readDocs } from './read-docs.ts'

const SOURCE = `
/** Lists users, a page at a time. */
export const listUsers = endpoint({
  query: z.object({
    limit: z.int(),
    /** Opaque. */
    cursor: z.string(),
  }),
})

const partner = z.object({ id: z.int() })

/**
 * Over two
 * lines.
 */
export const readMessages = endpoint({ params: partner })

export const ServerFrame = z.discriminatedUnion('type', [
  /** Describes one frame. */
  z.object({ type: z.literal('READ'), seq: z.int() }),
  z.object({
    type: z.literal('SENT'),
    /** A field of the next frame. */
    seq: z.int(),
  }),
])
`

test('a doc comment describes the declaration, frame or field that follows it', () => {
  expect(Object.fromEntries(readDocs(SOURCE))).toEqual({
    listUsers: 'Lists users, a page at a time.',
    'listUsers.cursor': 'Opaque.',
    readMessages: 'Over two lines.',
    READ: 'Describes one frame.',
    'SENT.seq': 'A field of the next frame.',
  })
})
