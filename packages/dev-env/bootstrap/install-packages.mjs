import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tryLock, unlock } from './pid-lock.mjs'

const POLL_MS = 500

/**
 * Runs `npm ci` unless it has completed for this lock file. The marker is written last, into node_modules, which `npm ci`
 * empties first, so an interrupted install is repeated.
 */
export async function installPackages(root) {
  const marker = path.join(root, 'node_modules', '.zing-installed')
  const wanted = markerContent(root)
  if (isInstalled(marker, wanted)) return

  const lock = path.join(root, '.data', 'install.lock')
  mkdirSync(path.dirname(lock), { recursive: true })
  await waitForLock(lock)
  try {
    if (isInstalled(marker, wanted)) return // another process installed them meanwhile
    console.log('Installing packages (once; takes a minute) ...')
    await npmCi(root)
    writeFileSync(marker, wanted)
  } finally {
    unlock(lock)
  }
}

/** Includes the platform: a folder shared with a container needs its own native packages. */
function markerContent(root) {
  const lockFile = readFileSync(path.join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockFile).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isInstalled(marker, wanted) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === wanted
}

async function waitForLock(lock) {
  let hasLogged = false
  for (let holder = tryLock(lock); holder !== null; holder = tryLock(lock)) {
    if (!hasLogged) console.log(`Waiting for process ${holder}, which is installing the packages ...`)
    hasLogged = true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Skips install scripts: no dependency needs one, and some send telemetry. */
async function npmCi(root) {
  // its warnings are about this Node, which only installs: packages require the pinned one
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npmScript = process.env.npm_execpath // set when npm runs this process
  const isWindows = process.platform === 'win32'
  const npm = npmScript
    ? spawn(process.execPath, [npmScript, ...flags], { cwd: root, stdio: 'inherit' })
    : spawn('npm', flags, { cwd: root, stdio: 'inherit', shell: isWindows })

  const passOn = (signal) => npm.kill(signal)
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)
  const code = await new Promise((resolve) => {
    npm.once('error', () => resolve(1))
    npm.once('exit', (exitCode, signal) => resolve(signal ? 1 : exitCode))
  })
  process.off('SIGINT', passOn)
  process.off('SIGTERM', passOn)
  if (code !== 0) {
    throw new Error(
      "The packages couldn't be installed. See npm's output above, fix the cause, and run this command again.",
    )
  }
}
