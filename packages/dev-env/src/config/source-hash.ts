import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Hashes the names and contents of files and folders; a missing entry counts as empty. */
export async function sourceHash(root: string, entries: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const entry of entries) {
    for (const file of await filesOf(path.join(root, entry))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesOf(entry: string): Promise<string[]> {
  try {
    const found = await readdir(entry, { recursive: true, withFileTypes: true })
    return found
      .filter((file) => file.isFile())
      .map((file) => path.join(file.parentPath, file.name))
      .sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return [entry]
    if (code === 'ENOENT') return []
    throw error
  }
}
