import { expect, test } from 'vitest'
import { nextQuery } from './next-query.ts'

test.each([
  ['</api/users?cursor=abc&scope=discover>; rel="next"', 'cursor=abc&scope=discover'],
  ['<http://127.0.0.1/api/users?limit=5>; rel="next"', 'limit=5'],
  ['</api/users?cursor=abc>; rel="prev"', null],
  [undefined, null],
])('nextQuery reads the next page of %s', (link, query) => {
  expect(nextQuery(link)).toBe(query)
})
