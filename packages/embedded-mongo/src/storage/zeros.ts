import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'

const CHUNK_BYTES = 256 * 1024

/** Creates a file of zeros with all its blocks on the disk. If the disk is full, throws and leaves no file. */
export function writeZeros(file: string, bytes: number): void {
  const fd = openSync(file, 'w')
  try {
    if (extendWithZeros(fd, 0, bytes) < bytes) throw new Error(`The disk is full: ${file} cannot be written`)
    fsyncSync(fd)
  } catch (error) {
    rmSync(file)
    throw error
  } finally {
    closeSync(fd)
  }
}

/** Writes zeros up to `wanted` or until the disk is full; returns the new end. */
export function extendWithZeros(fd: number, from: number, wanted: number): number {
  const zeros = Buffer.alloc(CHUNK_BYTES)
  let end = from
  try {
    while (end < wanted) end += writeSync(fd, zeros, 0, Math.min(zeros.length, wanted - end), end)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
  return end
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}
