import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { createSupervisor } from '@zing/dev-env/processes/supervisor'
import { keepPidFile } from '@zing/dev-env/state/pid-file'
import { READY_PATH } from '@zing/proto/paths'
import { expect, onTestFinished, test } from 'vitest'
import { rollAll } from '../src/roll.ts'

const READY_MS = 10_000

/** Two processes under the supervisor of `npm start`. The list of those that began, in their order. */
async function startTwo() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zing-roll-'))
  const begun: string[] = []
  const keepPid = keepPidFile(dataDir)
  const processes = createProcesses({
    reaper: createReaper(),
    onChange(name, pid) {
      if (pid) begun.push(name)
      keepPid(name, pid)
    },
  })
  const supervisor = createSupervisor(processes, () => {})
  onTestFinished(async () => {
    await supervisor.stopAll(0)
    rmSync(dataDir, { recursive: true })
  })
  const noted: object[] = []
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
    noted.push({ name, service: 'chat', url, metricsUrl: url })
  }
  writeFileSync(path.join(dataDir, 'addresses.json'), JSON.stringify({ url: 'http://127.0.0.1', processes: noted }))
  return { dataDir, begun }
}

test('a roll restarts one process after the other', async () => {
  const { dataDir, begun } = await startTwo()
  const said: string[] = []
  const loadIsOver = new AbortController().signal
  const roll = await rollAll({ dataDir, afterMs: 0, loadIsOver, say: (line) => void said.push(line) })
  expect(roll).toEqual({
    restarts: ['chat-1', 'chat-2'].map((name) => ({ name, ms: expect.any(Number) })),
    trouble: null,
  })
  expect(begun).toEqual(['chat-1', 'chat-2', 'chat-1', 'chat-2'])
  expect(said).toHaveLength(2)
})

test('a roll that the load does not outlast has shown nothing', async () => {
  const { dataDir, begun } = await startTwo()
  const load = new AbortController()
  const roll = await rollAll({ dataDir, afterMs: 0, loadIsOver: load.signal, say: () => load.abort() })
  expect(roll.restarts).toHaveLength(1)
  expect(roll.trouble).toContain('the load was over before all were restarted')
  expect(begun).toHaveLength(3)
})
