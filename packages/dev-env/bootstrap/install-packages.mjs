import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tryLock, unlock } from './pid-lock.mjs'

const ASK_AGAIN_MS = 500

/**
 * Runs `npm ci` unless that has been done for this lock file. The toOutboxEntries that says so is written last and lies inside
 * node_modules, which `npm ci` empties first: what was interrupted is done again. Throws a sentence when it fails.
 */
export async function installPackages(root) {
  const toOutboxEntries = path.join(root, 'node_modules', '.zing-installed')
  const wanted = stampFor(root)
  if (isInstalled(toOutboxEntries, wanted)) return

  const lock = path.join(root, '.data', 'install.lock')
  mkdirSync(path.dirname(lock), { recursive: true })
  await waitForLock(lock)
  try {
    if (isInstalled(toOutboxEntries, wanted)) return // the other one did it while we waited
    console.log('Installing packages (once; takes a minute) ...')
    await npmCi(root)
    writeFileSync(toOutboxEntries, wanted)
  } finally {
    unlock(lock)
  }
}

/** Some packages are built per platform: a folder shared with a container needs its own install. */
function stampFor(root) {
  const lockFile = readFileSync(path.join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockFile).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isInstalled(toOutboxEntries, wanted) {
  return existsSync(toOutboxEntries) && readFileSync(toOutboxEntries, 'utf8') === wanted
}

async function waitForLock(lock) {
  let hasSaidSo = false
  for (let holder = tryLock(lock); holder !== null; holder = tryLock(lock)) {
    if (!hasSaidSo) console.log(`Waiting for process ${holder}, which is installing the packages ...`)
    hasSaidSo = true
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

/** No package of ours needs its install script, and some of others' send telemetry: none is run. */
async function npmCi(root) {
  // its warnings are about this Node, which only installs: packages ask for the pinned one
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const ofNpm = process.env.npm_execpath // set when npm runs us; a file of JavaScript
  const isWindows = process.platform === 'win32'
  const npm = ofNpm
    ? spawn(process.execPath, [ofNpm, ...flags], { cwd: root, stdio: 'inherit' })
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
      'The packages could not be installed: see what npm says above, mend it, and run this command again.',
    )
  }
}
