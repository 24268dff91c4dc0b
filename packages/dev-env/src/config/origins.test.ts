import { expect, test } from 'vitest'
import { publicOrigins } from './origins.ts'

test('a browser may show the gateway as localhost, as 127.0.0.1 and as HOST', () => {
  expect(publicOrigins('127.0.0.1', [8080])).toEqual(['http://localhost:8080', 'http://127.0.0.1:8080'])
  expect(publicOrigins('192.0.2.7', [80])).toEqual([
    'http://localhost:80',
    'http://127.0.0.1:80',
    'http://192.0.2.7:80',
  ])
  expect(publicOrigins('::1', [80])).toContain('http://[::1]:80')
})

test('several gateways have several addresses', () => {
  expect(publicOrigins('127.0.0.1', [8080, 8081])).toEqual([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://localhost:8081',
    'http://127.0.0.1:8081',
  ])
})

test('listening everywhere does not make an origin of everywhere', () => {
  expect(publicOrigins('0.0.0.0', [80])).not.toContain('http://0.0.0.0:80')
})
