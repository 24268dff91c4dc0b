import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { createSupervisor } from '@zing/dev-env/processes/supervisor'
import { trackPids } from '@zing/dev-env/state/pid-file'
import { READY_PATH } from '@zing/proto/paths'
import { expect, onTestFinished, test } from 'vitest'
import { rollAll } from '../src/roll.ts'

const READY_MS = 10_000

/** Starts two supervised processes; `started` lists their starts in order. */
async function startTwo() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zing-roll-'))
  const started: string[] = []
  const keepPid = trackPids(dataDir)
  const processes = createProcesses({
    reaper: createReaper(),
    onChange(name, pid) {
      if (pid) started.push(name)
      keepPid(name, pid)
    },
  })
  const supervisor = createSupervisor(processes, () => {})
  onTestFinished(async () => {
    await supervisor.stopAll(0)
    rmSync(dataDir, { recursive: true })
  })
  const addresses: object[] = []
  for (const name of ['chat-1', 'chat-2']) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await supervisor.start({
      name,
      command: process.execPath,
      args: ['-e', `require('http').createServer((_, res) => res.end()).listen(${port}, '127.0.0.1')`],
      isReady: () =>
        fetch(`${url}${READY_PATH}`).then(
          ({ ok }) => ok,
          () => false,
        ),
      readyWithinMs: READY_MS,
    })
    addresses.push({ name, service: 'chat', url, metricsUrl: url })
  }
  writeFileSync(path.join(dataDir, 'addresses.json'), JSON.stringify({ url: 'http://127.0.0.1', processes: addresses }))
  return { dataDir, started }
}

test('a roll restarts one process after another', async () => {
  const { dataDir, started } = await startTwo()
  const lines: string[] = []
  const loadIsOver = new AbortController().signal
  const roll = await rollAll({ dataDir, afterMs: 0, loadIsOver, log: (line) => void lines.push(line) })
  expect(roll).toEqual({
    restarts: ['chat-1', 'chat-2'].map((name) => ({ name, ms: expect.any(Number) })),
    error: null,
  })
  expect(started).toEqual(['chat-1', 'chat-2', 'chat-1', 'chat-2'])
  expect(lines).toHaveLength(2)
})

test('when the load ends before a roll, the roll fails', async () => {
  const { dataDir, started } = await startTwo()
  const load = new AbortController()
  const roll = await rollAll({ dataDir, afterMs: 0, loadIsOver: load.signal, log: () => load.abort() })
  expect(roll.restarts).toHaveLength(1)
  expect(roll.error).toContain('the load ended before all processes were restarted')
  expect(started).toHaveLength(3)
})
