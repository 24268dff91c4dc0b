import { expect, test } from 'vitest'
import { addCounts, type Counts, formatCounts, perOperation, total } from './commands.ts'

const METRICS = `# HELP zing_mongo_commands_total Commands sent to the database
# TYPE zing_mongo_commands_total counter
zing_mongo_commands_total{command="find",service="chat"} 12
zing_mongo_commands_total{command="findAndModify",service="chat"} 1e+3
zing_mongo_up{service="chat"} 1
`

test('command counts are parsed from metrics and summed per service', () => {
  const counts: Counts = new Map()
  addCounts(counts, 'chat', METRICS)
  addCounts(counts, 'chat', METRICS)
  expect([...counts]).toEqual([
    ['chat find', 24],
    ['chat findAndModify', 2_000],
  ])
})

test('it subtracts background commands', () => {
  const idle = { counts: new Map([['chat find', 10]]), ms: 5_000 }
  const busy = {
    counts: new Map([
      ['chat find', 120],
      ['chat insert', 50],
    ]),
    ms: 10_000,
  }
  const counts = perOperation(idle, busy, 50)
  expect([total(counts), formatCounts(counts)]).toEqual([3, 'chat find 2, chat insert 1'])
})

test('a service with only background commands is left out', () => {
  const idle = { counts: new Map([['admin find', 5]]), ms: 5_000 }
  expect(perOperation(idle, { counts: new Map([['admin find', 10]]), ms: 10_000 }, 50).size).toBe(0)
})
