import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { folderOf, PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import type { z } from 'zod'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** The variables of each process: the schema in its `src/config.ts`. */
export const CONFIGS = Object.fromEntries(
  await Promise.all(PROCESS_NAMES.map(async (name) => [name, await readConfig(name)] as const)),
) as Record<ProcessName, z.ZodObject> // each of them

async function readConfig(name: ProcessName): Promise<z.ZodObject> {
  const { Config } = await import(pathToFileURL(path.join(ROOT, folderOf(name), 'src/config.ts')).href)
  return Config
}
