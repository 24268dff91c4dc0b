import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

const HALF_WRITTEN_MS = 2_000
const MAX_ATTEMPTS = 5

/**
 * Acquires a lock file that names its owner. Takes over the lock of a process that no longer exists. Returns null on
 * success, else the process id of the live owner, 0 if unknown.
 */
export function tryLock(file) {
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return null
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const found = read(file)
    if (found === null) continue // released just now
    const holder = livingHolder(file, found)
    if (holder !== null) return holder
    putAside(file, found)
  }
  return 0
}

/** Releases the lock if this process owns it. */
export function unlock(file) {
  const found = read(file)
  if (found !== null && parse(found).pid === process.pid) rmSync(file, { force: true })
}

/** Compares the start time as well, because the id may have been reused after a reboot. */
function livingHolder(file, text) {
  const { pid, startedAt } = parse(text)
  if (pid === null) return isNew(file) ? 0 : null
  if (!isAlive(pid)) return null
  return startedAt === startOf(pid) ? pid : null
}

/** Removes a stale lock only if it is unchanged since it was read: two processes may find it. */
function putAside(file, text) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) === text) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function parse(text) {
  try {
    const { pid, startedAt } = JSON.parse(text)
    if (Number.isInteger(pid) && pid > 0) return { pid, startedAt }
  } catch {
    // half written or damaged: see isNew
  }
  return { pid: null, startedAt: null }
}

function isNew(file) {
  try {
    return Date.now() - statSync(file).mtimeMs < HALF_WRITTEN_MS
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Returns the start time of a process on Linux (ticks since boot, and the boot id), null elsewhere. */
function startOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return `${ticks} ${(read('/proc/sys/kernel/random/boot_id') || '').trim()}`
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
