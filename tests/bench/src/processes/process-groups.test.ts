import { expect, test } from 'vitest'
import type { Product } from '../product.ts'
import { groupsOf } from './process-groups.ts'

const servers = new Map([
  ['embedded-mongo', 1],
  ['nats-server', 2],
  ['zing', 3], // npm start
])

test('it groups a side into its processes and its servers', () => {
  const names = ['auth', 'social', 'chat', 'chat', 'admin', 'gateway']
  const processes = names.map((service, index) => ({ service, pid: 10 + index }))
  expect(groupsOf({ processes } as Product, servers)).toEqual({
    gateway: [15],
    chat: [12, 13],
    auth: [10],
    social: [11],
    admin: [14],
    'embedded MongoDB': [1],
    NATS: [2],
  })
  expect(groupsOf({ url: '', pid: 7 }, servers)).toEqual({ baseline: [7], 'embedded MongoDB': [1], NATS: [2] })
})
