import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROOT } from '../src/root.ts'
import { temporaryFolder } from './fake-environment.ts'
import { isAlive } from './is-alive.ts'
import { launchZing } from './setup-product.ts'

const DRIVER = fileURLToPath(new URL('continue-and-wait.mjs', import.meta.url))

interface ContinuedProcess {
  pid: number
  version: string
  args: string[]
}

/** Creates a clone whose pinned Node is the one of this test, another `program`, or missing. */
function createClone(program: string | null = process.execPath): string {
  const root = temporaryFolder()
  const bin = path.join(root, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(root, '.nvmrc'), `${process.versions.node}\n`)
  if (program) symlinkSync(program, path.join(bin, 'node'))
  return root
}

function run(pretended: string, root: string, ...args: string[]) {
  const outer: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [DRIVER, root, ...args], {
    env: { ...process.env, PRETENDED_VERSION: pretended },
    stdio: 'pipe',
  })
  onTestFinished(() => void outer.kill('SIGKILL'))
  const exited = new Promise<{ code: number | null; printed: string }>((resolve) => {
    const printed: string[] = []
    outer.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text))
    outer.once('close', (code) => resolve({ code, printed: printed.join('').trim() }))
  })
  const lines = createInterface({ input: outer.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  return { outer, exited, nextLine, continued: async (): Promise<ContinuedProcess> => JSON.parse(await nextLine()) }
}

test.each(['20.19.0', '24.0.0'])(
  'from Node %s, arguments, input, output and exit code pass to and from the pinned Node',
  async (version) => {
    const { outer, continued, exited } = run(version, createClone(), 'start', '--scale', 'chat=2')
    const { pid, ...rest } = await continued()

    expect(rest).toEqual({ version: process.versions.node, args: ['start', '--scale', 'chat=2'] })
    expect(pid === outer.pid).toBe(version === '24.0.0') // a newer Node replaces its own process
    outer.stdin.write('7\n')
    expect(await exited).toEqual({ code: 7, printed: '' })
  },
)

test.each([
  ['20.19.0', 'SIGINT', 12],
  ['20.19.0', 'SIGTERM', 13],
  ['20.19.0', 'SIGHUP', 14],
  ['24.0.0', 'SIGINT', 12],
  ['24.0.0', 'SIGTERM', 13],
  ['24.0.0', 'SIGHUP', 14],
] as const)('from Node %s, %s reaches the pinned Node', async (version, signal, code) => {
  const { outer, continued, exited } = run(version, createClone())
  await continued()

  outer.kill(signal)
  expect(await exited).toEqual({ code, printed: '' })
})

test.each(['20.19.0', '24.0.0'])(
  'from Node %s, the pinned Node ends when the first process is killed',
  async (version) => {
    const { outer, continued } = run(version, createClone())
    const { pid } = await continued()
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))

    outer.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT)
  },
)

test('from Node 20, a killed pinned Node ends the first process with the exit code of its signal', async () => {
  const { continued, exited } = run('20.19.0', createClone())
  process.kill((await continued()).pid, 'SIGKILL')

  expect(await exited).toEqual({ code: 137, printed: '' })
})

test('without the pinned Node, a Node that can run the product continues', async () => {
  const { outer, nextLine, continued } = run('24.0.0', createClone(null), 'start')

  expect(await nextLine()).toBe(
    `npm has not installed Node ${process.versions.node} for ${process.platform}-${process.arch}: running on 24.0.0.`,
  )
  expect(await continued()).toEqual({ pid: outer.pid, version: '24.0.0', args: ['start'] })
})

test('a pinned Node that does not run is removed, and an old Node ends with one sentence', async () => {
  const broken = path.join(temporaryFolder(), 'node')
  writeFileSync(broken, '#!/no/such/libc\n')
  chmodSync(broken, 0o755)
  const root = createClone(broken)

  const { code, printed } = await run('20.19.0', root).exited
  expect(code).toBe(1)
  expect(printed).toMatch(
    /^Zing runs on Node .* too old to run it instead\. Install Node .* and run npm start again\.$/,
  )
  expect(existsSync(path.join(root, 'node_modules', '.bin', 'node'))).toBe(false)
})

const older = olderNode()

test.runIf(older)(
  'every process of the product ends when the older Node that started it is killed',
  { timeout: 180_000 },
  async () => {
    const zing = await launchZing({}, [], [String(older), 'packages/dev-env/test/start-on-pinned-node.mjs'])
    onTestFinished(zing.stop)
    const pids: Record<string, number> = JSON.parse(readFileSync(path.join(zing.dataDir, 'pids.json'), 'utf8'))
    expect(Object.keys(pids)).toContain('gateway')

    zing.process.kill('SIGKILL')
    await vi.waitFor(() => expect(Object.values(pids).filter(isAlive)).toEqual([]), WAIT)
  },
)

/** Returns a Node on PATH with another version than the pinned one. */
function olderNode(): string | null {
  const pinned = readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim()
  const found = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'node'))
    .filter(existsSync)
  const versions = found.map((file) => [file, execFileSync(file, ['--version'], { encoding: 'utf8' }).trim()] as const)
  return versions.find(([, version]) => version !== `v${pinned}`)?.[0] ?? null
}
