import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stripContract } from './strip-contracts.ts'

const strip = (code: string) => stripContract('contract.ts', code)

test('an endpoint keeps what the client calls it with', () => {
  const code = `export const logout = endpoint({ method: 'POST', path: '/api/logout', headers: ['Set-Cookie'] })
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  isUpload: true,
  body: z.object({ username: fields.loginUsername }),
  response: User,
})`
  expect(
    strip(code),
  ).toBe(`export const logout = /* @__PURE__ */ (() => (endpoint({ method: 'POST', path: '/api/logout' })))()
export const login = /* @__PURE__ */ (() => (endpoint({ method: 'POST', path: '/api/login', isUpload: true })))()`)
})

test('what only left-out properties need is not imported', () => {
  const code = `import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { User } from '../users.ts'
export const getUser = endpoint({ method: 'GET', path: '/api/user', response: User, query: z.object({}) })`
  expect(strip(code).trim()).toBe(`import { endpoint } from '../endpoint.ts'

export const getUser = /* @__PURE__ */ (() => (endpoint({ method: 'GET', path: '/api/user' })))()`)
})

test('a constant that calls something can be left out of the build; one that does not is inlined as before', () => {
  expect(
    strip(
      'const fields = { id: z.int() }\nexport const User = z.object(fields)\nexport type User = z.infer<typeof User>',
    ),
  ).toBe(
    'const fields = /* @__PURE__ */ (() => ({ id: z.int() }))()\nexport const User = /* @__PURE__ */ (() => (z.object(fields)))()\nexport type User = z.infer<typeof User>',
  )
  const plain =
    "export const AGE_MIN = 18\nexport const isOld = (age: number) => age > 99\nexport const NAMES = ['a'] as const"
  expect(strip(plain)).toBe(plain)
})

const src = path.resolve(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^test\//.test(file),
)

test('the client reads nothing of a contract that the build leaves out', () => {
  const reads = files.flatMap((file) => {
    const text = readFileSync(path.join(src, file), 'utf8')
    const imported = [...text.matchAll(/import \{([^}]+)\} from '@zing\/proto\/http\/[^']+'/g)]
    const names = imported.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    return names
      .filter((name) => name && new RegExp(`\\b${name}\\.(?!method|path|isUpload)\\w`).test(text))
      .map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(reads).toEqual([])
})
