import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CallError } from '@zing/dev-env/demo/member'
import { freePort } from '@zing/dev-env/processes/free-port'
import { updateUser } from '@zing/proto/http/auth'
import { getProfile, likeUser, unlikeUser } from '@zing/proto/http/social'
import { stringify } from 'yaml'
import { contentsOf, type Pair, registerPair, registerPerson, send } from '../people/pair.ts'
import { writeEnvFile } from '../product/env-file.ts'
import { startHealthChecks } from '../product/health-checks.ts'
import { createProduct, type Product } from '../product/product.ts'
import { removeContainers } from '../product/remove-all.ts'
import { ALL } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'
import { assertWorks } from './unaffected.ts'

const HEALTHY_MS = 240_000
const RECOVERY_MS = 60_000
const NEW_NAME = 'Anew' // others see the first name only
const FILL_MS = 30_000
/** Enough events to fill the last page of the volume. */
const EVENTS = 30
/** Events arrive within this time if NATS stores them. */
const FULL_MS = 5_000
const MAX_MESSAGES = 1_500
const MESSAGE_CHARACTERS = 900
const ENOUGH_REFUSALS = 10
const MEGABYTES = { mongodb: 96, nats: 48 }
/** Sizes are in blocks, since podman takes the option `size` for a quota. */
const BLOCKS_PER_MEGABYTE = 256
const FOLDER = { mongodb: '/data/db', nats: '/data' }

/** Runs a second product with small volumes, and fills each of them. */
export const fullVolume: Step = {
  name: 'full-volume',
  async run({ product, folder }) {
    const small = await smallProduct(product, folder)
    const healthChecks = startHealthChecks(small)
    try {
      await small.composeRun(['up', '--detach', '--no-build', ...ALL])
      await waitHealthy(small, ALL, HEALTHY_MS)
      const pair = await registerPair(small.url, 'full')
      return `${await fillNats(small, pair)}; ${await fillMongodb(small, pair)}`
    } finally {
      await healthChecks.stop()
      await removeContainers(small)
    }
  },
}

/** While events cannot be stored, changes are stored, and their events follow later. */
async function fillNats(product: Product, pair: Pair): Promise<string> {
  const [ann, ben] = [await registerPerson(product.url, 'ann'), await registerPerson(product.url, 'ben')]
  await fill(product, 'nats')
  for (let count = 0; count < EVENTS; count++) {
    await ann.call(likeUser, { body: { likedId: pair.one.user.id } })
    await ann.call(unlikeUser, { params: { userId: pair.one.user.id } })
  }
  await assertWorks(pair, 'while the volume of NATS is full')
  await ann.call(likeUser, { body: { likedId: ben.user.id } })
  const { isMatch } = await ben.call(likeUser, { body: { likedId: ann.user.id } })
  if (!isMatch) throw new Error('no match while the volume of NATS is full')

  // auth owns the name, and social has it from an event
  await ann.call(updateUser, { body: { name: NEW_NAME } })
  const isDelivered = async () => (await ben.call(getProfile, { params: { id: ann.user.id } })).name === NEW_NAME
  if (await waitFor(isDelivered, FULL_MS)) throw new Error('NATS still stored events with a full volume')

  await empty(product, 'nats')
  const startedAt = Date.now()
  const hasRecovered = await waitFor(isDelivered, RECOVERY_MS)
  if (!hasRecovered) {
    await product.engine.run(['restart', (await product.container('nats')).name])
    if (!(await waitFor(isDelivered, RECOVERY_MS))) {
      throw new Error('events were not delivered after the volume of NATS was emptied and NATS restarted')
    }
  }
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0)
  const how = hasRecovered ? 'by itself' : 'after a restart of NATS'
  return `with a full volume of NATS likes and messages are stored; events follow ${how}, ${seconds} s after it was emptied`
}

/** Every acknowledged message is stored and readable, and writing goes on when there is room. */
async function fillMongodb(product: Product, pair: Pair): Promise<string> {
  const before = await contentsOf(pair)
  await fill(product, 'mongodb')
  const acknowledged: string[] = []
  let refusals = 0
  // a database first uses its allocated pages
  for (let count = 0; count < MAX_MESSAGES && refusals < ENOUGH_REFUSALS; count++) {
    const content = `full ${count} ${'x'.repeat(MESSAGE_CHARACTERS)}`
    try {
      await send(pair, content)
      acknowledged.push(content)
    } catch (error) {
      if (!(error instanceof CallError) || error.status < 500) throw error
      refusals += 1
    }
  }
  if (refusals === 0) throw new Error('no message was refused although the volume of the database is full')
  await empty(product, 'mongodb')
  const works = () =>
    assertWorks(pair, 'there is room again').then(
      () => true,
      () => false,
    )
  if (!(await waitFor(works, RECOVERY_MS)))
    throw new Error('messages are refused after the volume of the database was emptied')
  const after = await contentsOf(pair)
  const missing = [...before, ...acknowledged].filter((content) => !after.includes(content))
  if (missing.length > 0) throw new Error(`${missing.length} acknowledged messages are missing`)
  return `with a full volume of the database ${acknowledged.length} more messages were stored, the next ${refusals} refused with 5xx, and no acknowledged one was lost`
}

async function fill({ exec }: Product, server: 'mongodb' | 'nats'): Promise<void> {
  const write = `dd if=/dev/zero of=${FOLDER[server]}/filler bs=4k 2>/dev/null; ls ${FOLDER[server]}/filler`
  const { code, stderr } = await exec(server, ['sh', '-c', write], { timeoutMs: FILL_MS })
  if (code !== 0) throw new Error(`the volume of ${server} could not be filled: ${stderr}`)
}

async function empty({ exec }: Product, server: 'mongodb' | 'nats'): Promise<void> {
  const { code, stderr } = await exec(server, ['rm', `${FOLDER[server]}/filler`])
  if (code !== 0) throw new Error(`the volume of ${server} could not be emptied: ${stderr}`)
}

async function smallProduct(product: Product, folder: string): Promise<Product> {
  const volume = (megabytes: number) => ({
    driver_opts: { type: 'tmpfs', device: 'tmpfs', o: `nr_blocks=${megabytes * BLOCKS_PER_MEGABYTE},mode=1777` },
  })
  const file = path.join(folder, 'small-volumes.yml')
  await writeFile(file, stringify({ volumes: { mongodb: volume(MEGABYTES.mongodb), nats: volume(MEGABYTES.nats) } }))
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const { NODE_IMAGE = '' } = product.env.values
  const env = await writeEnvFile(path.join(folder, 'env-small'), { ZING_PORT: port, PUBLIC_ORIGINS: url, NODE_IMAGE })
  return createProduct({ ...product, project: `${product.project}-small`, env, files: [...product.files, file], url })
}
