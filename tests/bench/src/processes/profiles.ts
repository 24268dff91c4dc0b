import { readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { ROOT } from '@zing/dev-env/root'
import type { Product } from '../product.ts'
import { type CpuProfile, hottest } from './hottest.ts'

const HOOK = pathToFileURL(path.join(import.meta.dirname, 'profile-hook.mjs')).href
const WRITTEN_MS = 20_000
const SHOWN = 12

export function profileEnv(folder: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${HOOK}`, BENCH_PROFILES: folder }
}

/** Runs `run` with CPU profiles of every process. Returns lines with the hottest functions. */
export async function profiled(
  product: Product,
  folder: string,
  part: string,
  run: () => Promise<void>,
): Promise<string[]> {
  const before = await readdir(folder)
  const { processes } = product
  toggle(product)
  await run()
  toggle(product)
  const fresh = async () =>
    (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile') && !before.includes(file))
  await waitUntil(async () => (await fresh()).length >= processes.length, WRITTEN_MS)

  const lines: string[] = []
  for (const file of await fresh()) {
    const named = path.join(folder, `${part}-${file}`)
    await rename(path.join(folder, file), named)
    const profile: CpuProfile = JSON.parse(await readFile(named, 'utf8')) // written by profile-hook.mjs
    lines.push(
      path.relative(ROOT, named),
      ...hottest(profile, SHOWN).map(({ share, where }) => `  ${(share * 100).toFixed(1)} % ${where}`),
    )
  }
  return lines
}

function toggle({ processes }: Product): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGUSR2')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // the part has restarted the process
    }
  }
}
