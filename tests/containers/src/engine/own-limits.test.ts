import { expect, test } from 'vitest'
import { ulimitsOf } from './own-limits.ts'

const limits = (
  files: string,
  processes: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             ${processes}                ${processes}                processes
Max open files            1024                 ${files}                files
`

test('a container gets no higher limits than this process', () => {
  expect(ulimitsOf(limits('1024', '2000'))).toEqual(['nofile=1024:1024', 'nproc=2000:2000'])
})

test('when this process has no limits, the limits are still bounded', () => {
  expect(ulimitsOf(limits('1048576', 'unlimited'))).toEqual(['nofile=20000:20000', 'nproc=4096:4096'])
  expect(ulimitsOf('')).toEqual(['nofile=20000:20000', 'nproc=4096:4096'])
})
