import { rename, writeFile } from 'node:fs/promises'

/** Writes a file that only its owner can read, also over an existing file. A crash leaves no partial file. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}
