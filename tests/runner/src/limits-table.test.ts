import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { wrongLimits } from './limits-table.ts'

test('each constant in the table of timeouts and limits has its value in the file that the table names', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
  const [, table = ''] = read('docs/reliability.md').split('\n## Timeouts and limits\n')
  const [rows = ''] = table.split('\n## ')

  expect(rows.split('\n').length).toBeGreaterThan(50)
  expect(wrongLimits(rows, { files: listed.toString().split('\n'), read })).toEqual([])
})

test('a value that is another one in the code is found, whatever the code calculates it from', () => {
  const contents: Record<string, string> = {
    'proto/src/limits.ts':
      'export const KEEP_MS = 7 * 24 * 60 * 60 * 1_000\nexport const BODY_BYTES: number = 64 * 1024',
    'packages/kit/src/pool.ts': [
      "import { KEEP_MS } from '@zing/proto/limits'",
      'const RENEW_MS = KEEP_MS / 7 - 60_000 // less than a day',
      'const POOL = { size: 5, slowMs: 50 }',
      'connect({ timeout: 2_000, poolSize: 10, isLazy: true })',
    ].join('\n'),
  }
  const problemsOf = (value: string, constants: string) =>
    wrongLimits(`| limits | ${value} | ${constants} |`, {
      files: Object.keys(contents),
      read: (file) => contents[file] ?? '',
    })
  const kit = '`RENEW_MS`, `POOL`, `timeout`, `poolSize`, `isLazy`, `kit/pool.ts`'
  const limits = '`KEEP_MS`, `BODY_BYTES`, `proto/src/limits.ts`'

  expect(problemsOf('1,439 min; 5, 50 ms; 2 s; 10', kit)).toEqual([])
  expect(problemsOf('7 days, 64 KiB', limits)).toEqual([])
  expect(problemsOf('1,440 min; 5, 2 s; 2 ms; 10 s', kit)).toEqual([
    'RENEW_MS is 86340000, which is not in: limits | 1,440 min; 5, 2 s; 2 ms; 10 s',
    'slowMs is 50, which is not in: limits | 1,440 min; 5, 2 s; 2 ms; 10 s',
    'poolSize is 10, which is not in: limits | 1,440 min; 5, 2 s; 2 ms; 10 s',
  ])
  expect(problemsOf('7 h, 64 s', limits)).toHaveLength(2)
})

test('a constant that has moved and a file that is gone are found', () => {
  const contents: Record<string, string> = {
    'packages/kit/src/pace.ts': 'const SHARE = 0.1',
    'services/chat/src/ws/peers.ts': 'const HEARTBEAT_MS = 10_000',
    'services/chat/src/domain/flush.ts': 'const LINGER_MS = 300',
  }
  const table = [
    '| Where | Value | Constant |',
    '|---|---|---|',
    '| share | a tenth | `SHARE`, `MAX_MS`, `kit/pace.ts`; `HEARTBEAT_MS`, `services/chat/src/ws/{peers,gone}.ts` |',
    '| more | 10 s; 300 ms | `HEARTBEAT_*`, `services/chat/src/ws/peers.ts`; `LINGER_MS`, `domain/flush.ts`; `LATER_MS`, same |',
  ].join('\n')

  expect(wrongLimits(table, { files: Object.keys(contents), read: (file) => contents[file] ?? '' })).toEqual([
    'MAX_MS is not in packages/kit/src/pace.ts',
    'services/chat/src/ws/gone.ts is not there',
    'LATER_MS is not in services/chat/src/domain/flush.ts',
  ])
})
