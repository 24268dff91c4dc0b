import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { unknownLimits } from './limits-table.ts'

test('each constant in the table of timeouts and limits is in the file that the table names', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
  const [, table = ''] = read('docs/reliability.md').split('\n## Timeouts and limits\n')
  const [rows = ''] = table.split('\n## ')

  expect(rows.split('\n').length).toBeGreaterThan(50)
  expect(unknownLimits(rows, { files: listed.toString().split('\n'), read })).toEqual([])
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
    '| share | 0.1 | `SHARE`, `MAX_MS`, `kit/pace.ts`; `HEARTBEAT_MS`, `services/chat/src/ws/{peers,gone}.ts` |',
    '| more | 1 | `HEARTBEAT_*`, `services/chat/src/ws/peers.ts`; `LINGER_MS`, `domain/flush.ts`; `LATER_MS`, same |',
  ].join('\n')

  expect(unknownLimits(table, { files: Object.keys(contents), read: (file) => contents[file] ?? '' })).toEqual([
    'MAX_MS is not in packages/kit/src/pace.ts',
    'services/chat/src/ws/gone.ts is not there',
    'LATER_MS is not in services/chat/src/domain/flush.ts',
  ])
})
