import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createReaper } from '../src/processes/orphan-reaper.ts'
import { createProcesses, type ProcessesOptions, type ProcessSpec } from '../src/processes/processes.ts'
import { createSupervisor } from '../src/processes/supervisor.ts'
import { isAlive } from './is-alive.ts'

function script(source: string, overrides: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    name: 'script',
    command: process.execPath,
    args: ['-e', source],
    isReady: () => true,
    readyWithinMs: 10_000,
    ...overrides,
  }
}

/** A process that is ready after its first line of output. */
function readyWithLine(source: string): ProcessSpec {
  let hasLine = false
  return script(source, {
    isReady: () => hasLine,
    onLine: () => {
      hasLine = true
    },
  })
}

function processes(onChange?: ProcessesOptions['onChange']) {
  const created = createProcesses({ reaper: createReaper(), ...(onChange && { onChange }) })
  onTestFinished(() => created.stopAll(0))
  return created
}

test('the error for a process that ends too early has its name, exit code and last lines', async () => {
  const failing = script('console.error("no disk"); process.exit(3)', { isReady: () => false })

  await expect(processes().start(failing)).rejects.toThrow('script did not start: it ended with code 3.\n  no disk')
})

test('a process that is not ready within its timeout is stopped', async () => {
  const pids: number[] = []
  const { start } = processes((_name, pid) => void (pid && pids.push(pid)))
  const hanging = script('setInterval(() => {}, 1000)', {
    isReady: () => false,
    readyWithinMs: 300,
    hint: 'Try again.',
  })

  await expect(start(hanging)).rejects.toThrow('script did not start: it was not ready within 0.3 s. Try again.')
  expect(pids.map(isAlive)).toEqual([false])
})

test('a program that does not exist is reported with one sentence', async () => {
  await expect(processes().start(script('', { command: '/no/such/program' }))).rejects.toThrow(
    'script did not start: spawn /no/such/program ENOENT.',
  )
})

test('a process that ignores SIGTERM is killed after the timeout', async () => {
  const stubborn = await processes().start(
    readyWithLine('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")'),
  )
  await stubborn.stop(200)

  expect(await stubborn.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a supervised process is restarted after a crash, but not after a stop', async () => {
  const pids: number[] = []
  const log: string[] = []
  const created = processes((_name, pid) => void (pid && pids.push(pid)))
  const supervisor = createSupervisor(created, (line) => void log.push(line))
  await supervisor.start(readyWithLine('console.log("ready"); setInterval(() => {}, 1000)'))

  process.kill(pids[0] ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(pids).toHaveLength(2), WAIT)
  expect(log).toEqual(['script stopped: it was ended by SIGKILL; starting it again in 0.5 s'])

  await supervisor.stopAll()
  expect(pids.map(isAlive)).toEqual([false, false])
  expect(log).toHaveLength(1)
})

test.each([
  ['is killed', 'SIGKILL', null],
  ['is told to stop', 'SIGTERM', 130],
] as const)('when a command %s, its processes end', async (_how, signal, code) => {
  const starter = spawn(process.execPath, [fileURLToPath(new URL('start-and-wait.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(starter, 'exit')
  const pid = await new Promise<number>((resolve) => {
    createInterface({ input: starter.stdout }).once('line', (line) => resolve(Number(line)))
  })
  expect(isAlive(pid)).toBe(true)

  starter.kill(signal)
  expect((await exited)[0]).toBe(code)
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT)
})

test('a process has its niceness from the start', async () => {
  const pids: number[] = []
  const { start } = processes((_name, pid) => void (pid && pids.push(pid)))
  const niceness = Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + 1)
  await start(script('setInterval(() => {}, 1000)', { niceness }))
  expect(pids.map((pid) => os.getPriority(pid))).toEqual([niceness])
})
