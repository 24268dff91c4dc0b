import { readFile, writeFile } from 'node:fs/promises'
import { pathOf } from '@zing/proto/endpoint'
import { confirmPassword } from '@zing/proto/http/account'
import { createExport } from '@zing/proto/http/exports'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { strFromU8, unzipSync } from 'fflate'
import { request } from 'undici'
import type { Bench } from '../bench.ts'
import { type Result, result } from '../results/result.ts'
import { type BenchUser, insertConversations, insertMatches, insertMessages, PASSWORD } from '../users.ts'

const MESSAGES = 100_000
const QUICK_MESSAGES = 2_000
const BUDGET_MIB = 64
const MESSAGES_FILE = 'chat/messages.json'

/** Measures the memory that a copy of a user's data takes in each process, from click to last byte. */
export async function measureExport(bench: Bench): Promise<Result[]> {
  const pair = bench.users.slice(-2)
  const [owner] = pair
  if (!owner) throw new Error('no users')
  const count = bench.isQuick ? QUICK_MESSAGES : MESSAGES
  await insertMatches(await bench.database('zing_social'), pair)
  const chat = await bench.database('zing_chat')
  await insertConversations(chat, pair)
  await insertMessages(chat, pair, count)
  const { url } = bench.product
  await post(url, pathOf(confirmPassword), owner, { password: PASSWORD })

  const processes = PROCESS_NAMES.flatMap((service) => bench.product.of(service))
  const before = await Promise.all(processes.map(({ pid }) => memoryOf(pid, 'VmRSS')))
  await Promise.all(processes.map(({ pid }) => resetPeak(pid)))
  const startedAt = performance.now()
  const copy = await download(url, owner)
  const seconds = (performance.now() - startedAt) / 1_000
  const peaks = await Promise.all(processes.map(({ pid }) => memoryOf(pid, 'VmHWM')))

  const file = unzipSync(copy, { filter: ({ name }) => name === MESSAGES_FILE })[MESSAGES_FILE]
  const copied = JSON.parse(strFromU8(file ?? new Uint8Array())).length
  if (copied !== count) throw new Error(`the copy has ${copied} of ${count} messages`)

  const growths = processes.map(({ service }, index) => ({
    service,
    mib: (peaks[index] ?? Number.NaN) - (before[index] ?? Number.NaN),
  }))
  const label = `memory that a copy with ${count.toLocaleString('en')} messages adds`
  return [
    result(`${label}, most of a process`, 'MiB', once(Math.max(...growths.map(({ mib }) => mib))), {
      budget: BUDGET_MIB,
    }),
    ...growths.map(({ service, mib }) => result(`  ${service}`, 'MiB', once(mib))),
    result('  its time', 's', once(seconds)),
    result('  its size', 'MiB', once(copy.length / 1_024 ** 2)),
  ]
}

function once(value: number) {
  return { product: [value], baseline: [] }
}

async function download(url: string, { cookie }: BenchUser): Promise<Uint8Array> {
  const created = await post(url, pathOf(createExport), { cookie })
  const { url: path } = JSON.parse(created) as { url: string }
  const { statusCode, body } = await request(`${url}${path}`, { headers: { cookie } })
  if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`)
  return new Uint8Array(await body.arrayBuffer())
}

async function post(url: string, path: string, { cookie }: Pick<BenchUser, 'cookie'>, body = {}): Promise<string> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await request(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${path} returned ${response.statusCode}: ${text}`)
  return text
}

/** Memory in MiB. */
async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
}

/** Resets the process's peak memory use. */
function resetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5')
}
