import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { secretFiles } from './secret-files.ts'
import { newSecret, SECRET_NAMES, type Secrets } from './secret-values.ts'

/** The group of the containers that read the files. */
const MODE = 0o440
export const KEPT = path.join('kept', 'secrets.env')
const EARLIER = path.join('kept', 'earlier.env')

/**
 * Writes the files of every container below the folder. A secret is the variable of this name, else the kept one, else a new
 * one. Returns which are new, and which a variable replaced: their earlier values stay in a file.
 */
export async function keepSecrets(
  folder: string,
  variables: NodeJS.ProcessEnv,
): Promise<{ secrets: Secrets; created: string[]; replaced: string[] }> {
  const text = await readFile(path.join(folder, KEPT), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const kept = parse(text)
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, variables[name] || kept[name] || newSecret(name)]),
  )
  const unusable = SECRET_NAMES.filter((name) => secrets[name]?.includes('\n'))
  if (unusable.length > 0) throw new Error(`${unusable.join(', ')} must be one line`)

  const replaced = SECRET_NAMES.filter((name) => kept[name] && kept[name] !== secrets[name])
  if (replaced.length > 0) await write(path.join(folder, EARLIER), text)
  await write(path.join(folder, KEPT), SECRET_NAMES.map((name) => `${name}=${secrets[name]}\n`).join(''))
  for (const [container, files] of Object.entries(secretFiles(secrets))) {
    for (const [name, value] of Object.entries(files)) await write(path.join(folder, container, name), value)
  }
  return { secrets, created: SECRET_NAMES.filter((name) => !variables[name] && !kept[name]), replaced }
}

function parse(text: string): Secrets {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

/** Replaces the whole file at once, since its container may start at any time. */
async function write(file: string, text: string): Promise<void> {
  await rm(`${file}.new`, { force: true }) // after a crash it is there, and its mode protects it
  await writeFile(`${file}.new`, text, { mode: MODE })
  await rename(`${file}.new`, file)
}
