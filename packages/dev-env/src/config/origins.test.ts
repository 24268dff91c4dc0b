import { expect, test } from 'vitest'
import { publicOrigins } from './origins.ts'

test('the origins of a gateway are localhost, 127.0.0.1 and HOST', () => {
  expect(publicOrigins('127.0.0.1', [8080])).toEqual(['http://localhost:8080', 'http://127.0.0.1:8080'])
  expect(publicOrigins('192.0.2.7', [80])).toEqual([
    'http://localhost:80',
    'http://127.0.0.1:80',
    'http://192.0.2.7:80',
  ])
  expect(publicOrigins('::1', [80])).toContain('http://[::1]:80')
})

test('several gateways have several origins', () => {
  expect(publicOrigins('127.0.0.1', [8080, 8081])).toEqual([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://localhost:8081',
    'http://127.0.0.1:8081',
  ])
})

test('the wildcard address is not an origin', () => {
  expect(publicOrigins('0.0.0.0', [80])).not.toContain('http://0.0.0.0:80')
})
