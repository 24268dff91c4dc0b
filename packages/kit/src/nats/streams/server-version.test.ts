import { expect, test } from 'vitest'
import { isReplicating } from './server-version.ts'

test.each(['2.12.15', '2.12.16', '2.14.5', '2.15.0', '2.15.1', 'v2.15.1', '2.16.0-RC.1', '3.0.0'])(
  'when a server is %s, it may hold three replicas',
  (version) => {
    expect(isReplicating(version)).toBe(true)
  },
)

test.each(['2.9.10', '2.11.99', '2.12.14', '2.13.99', '2.14.4', '1.16.0', '', 'unknown'])(
  'when a server is "%s", it may not hold three replicas',
  (version) => {
    expect(isReplicating(version)).toBe(false)
  },
)
