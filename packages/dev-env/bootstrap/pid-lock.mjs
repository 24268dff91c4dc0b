import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

const HALF_WRITTEN_MS = 2_000
const MAX_ATTEMPTS = 5

/**
 * Takes a lock that is a file with the id of its holder. Returns null when it is ours now, else the id of the living
 * process that holds it. What a process left that is gone is taken over.
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

/** Gives back a lock that is ours; another's stays. */
export function unlock(file) {
  const found = read(file)
  if (found !== null && parse(found).pid === process.pid) rmSync(file, { force: true })
}

/** The id alone proves nothing: after a restart of the machine it may be somebody else's. */
function livingHolder(file, text) {
  const { pid, startedAt } = parse(text)
  if (pid === null) return isNew(file) ? 0 : null
  if (!isAlive(pid)) return null
  return startedAt === startOf(pid) ? pid : null
}

/** Two may find the same stale lock at once: only the one that moved what it had read may go on. */
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

/** When a process began, as Linux counts it (ticks since boot, and which boot). Null elsewhere: there the id must do. */
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
