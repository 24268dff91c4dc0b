import { expect, test } from 'vitest'
import { databaseUrl } from './database-url.ts'

const OPTIONS = 'w=majority&journal=true&retryWrites=true'

test.each([
  ['mongodb://127.0.0.1:27017', `mongodb://127.0.0.1:27017/zing_auth?${OPTIONS}`],
  ['mongodb://127.0.0.1:27017/', `mongodb://127.0.0.1:27017/zing_auth?${OPTIONS}`],
  ['mongodb://127.0.0.1:27017/other', `mongodb://127.0.0.1:27017/zing_auth?${OPTIONS}`],
  ['mongodb://a:1,b:2,c:3/?replicaSet=rs', `mongodb://a:1,b:2,c:3/zing_auth?${OPTIONS}&replicaSet=rs`],
  ['mongodb+srv://cluster.example', `mongodb+srv://cluster.example/zing_auth?${OPTIONS}`],
  ['mongodb://h?w=1', 'mongodb://h/zing_auth?w=1&journal=true&retryWrites=true'],
])('%s becomes %s', (server, database) => {
  expect(databaseUrl(server, 'zing_auth')).toBe(database)
})

test('the database that authenticates the user stays the same', () => {
  expect(databaseUrl('mongodb://me:pw@h/users', 'zing_chat')).toBe(
    `mongodb://me:pw@h/zing_chat?${OPTIONS}&authSource=users`,
  )
  expect(databaseUrl('mongodb://me:pw@h', 'zing_chat')).toBe(`mongodb://me:pw@h/zing_chat?${OPTIONS}&authSource=admin`)
  expect(databaseUrl('mongodb://me:pw@h/x?authSource=y', 'zing_chat')).toBe(
    `mongodb://me:pw@h/zing_chat?${OPTIONS}&authSource=y`,
  )
})

test('a URL that is not for MongoDB is rejected with one sentence', () => {
  expect(() => databaseUrl('localhost:27017', 'zing_auth')).toThrow(
    'MONGO_URL must look like mongodb://127.0.0.1:27017.',
  )
})
