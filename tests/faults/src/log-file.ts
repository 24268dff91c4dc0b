import { createWriteStream } from 'node:fs'

/** Returns a function that appends output lines of processes to a file. */
export function logTo(file: string): (name: string, line: string) => void {
  const lines = createWriteStream(file)
  return (name, line) => void lines.write(`${name} ${line}\n`)
}
