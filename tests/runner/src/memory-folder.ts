import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 2 ** 30

/** A folder in memory, because each write of MongoDB waits for the disk. Without room there, the temporary folder. */
export async function memoryFolder(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => null)
  return room && room.bavail * room.bsize >= MIN_FREE_BYTES ? MEMORY : tmpdir()
}
