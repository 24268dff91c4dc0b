import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Returns the full path of a program, or null. Looks beside each bin into sbin, which Debian keeps servers in and off PATH. */
export function which(program: string, searchPath = process.env.PATH ?? ''): string | null {
  const folders = searchPath.split(path.delimiter).filter(Boolean)
  const siblings = folders.filter((folder) => path.basename(folder) === 'bin').map((bin) => path.join(bin, '../sbin'))
  const candidates = [...folders, ...siblings].map((folder) => path.join(folder, program))
  return candidates.find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
