import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** Returns a hash of the names and contents of files, and of all files in folders. */
export async function hashOf(root: string, paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await filesIn(root, paths)) hash.update(`${file}\0`).update(await readFile(path.join(root, file)))
  return hash.digest('hex')
}

async function filesIn(root: string, paths: string[]): Promise<string[]> {
  const files = await Promise.all(
    paths.map(async (name) => {
      if ((await stat(path.join(root, name))).isFile()) return [name]
      const entries = await readdir(path.join(root, name), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    }),
  )
  return files.flat().sort()
}
