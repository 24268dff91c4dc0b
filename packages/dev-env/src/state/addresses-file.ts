import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { z } from 'zod'
import { localUrl, metricsUrl } from '../config/instances.ts'
import type { Plan } from '../config/process-specs.ts'

const FILE = 'addresses.json'

const Addresses = z.object({
  url: z.string(),
  processes: z.array(
    z.object({ name: z.string(), service: z.enum(PROCESS_NAMES), url: z.string(), metricsUrl: z.string() }),
  ),
})
export type Addresses = z.infer<typeof Addresses>

/** Writes `addresses.json` with the URL of each process, for Prometheus, load scripts and tests. */
export async function writeAddresses(dataDir: string, { address, instances }: Plan): Promise<void> {
  const addresses: Addresses = {
    url: localUrl(address),
    processes: instances.map((instance) => ({
      name: instance.name,
      service: instance.kind,
      url: localUrl(instance),
      metricsUrl: metricsUrl(instance),
    })),
  }
  const file = path.join(dataDir, FILE)
  await writeFile(`${file}.new`, `${JSON.stringify(addresses, null, 2)}\n`)
  await rename(`${file}.new`, file) // a reader never sees a part
}

export async function readAddresses(dataDir: string): Promise<Addresses> {
  return Addresses.parse(JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8')))
}
