import { LANGUAGES } from '@zing/proto/community/languages'
import { bandBetween } from '../src/band-between.ts'
import { towns } from '../src/data/towns.ts'
import { findPlaces } from '../src/find-places.ts'
import { nameOf } from '../src/name-of.ts'
import { preparePlaces } from '../src/prepare-places.ts'

// `node --expose-gc packages/places/scripts/measure-places.ts`: start-up, memory and duration of a search, in ms and MB.
const log = (line: string) => process.stdout.write(`${line}\n`)
const SEARCHES = 5000

const empty = memory()
log(`towns: ready in ${timed(() => bandBetween('2886242', '2988507'))} ms`)
log(`towns: ${memory() - empty} MB`)
const begun = process.cpuUsage()
await preparePlaces()
const used = process.cpuUsage(begun)
log(`names: ready after ${(used.user + used.system) / 1_000} ms of CPU, most of it beside other work`)
for (const language of LANGUAGES) findPlaces('s', language, 10)
log(`towns and names: ${memory() - empty} MB`)

const { ids } = towns()
const durations: number[] = []
for (let search = 0; search < SEARCHES; search++) {
  const name = nameOf(String(ids[(search * 7919) % ids.length]), 'en') as string
  const language = LANGUAGES[search % LANGUAGES.length] as string
  durations.push(timed(() => findPlaces(name.slice(0, 1 + (search % 8)), language, 10)))
}
durations.sort((a, b) => a - b)
const [p50, p99] = [0.5, 0.99].map((part) => durations[Math.floor(part * SEARCHES)])
log(`${SEARCHES} searches: p50 ${p50} ms, p99 ${p99} ms, longest ${durations.at(-1)} ms`)

function timed(run: () => unknown) {
  const startedAt = performance.now()
  run()
  return Math.round((performance.now() - startedAt) * 100) / 100
}

/** Heap and buffers after collections, in MB. */
function memory() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return Math.round((heapUsed + external) / 1e5) / 10
}
