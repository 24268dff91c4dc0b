import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '@zing/dev-env/start-error'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { type Found, findEngine } from './engine/find-engine.ts'
import { findInit } from './engine/find-init.ts'
import { firstImage } from './images/base-images.ts'
import type { ImageFolders } from './images/image-folders.ts'
import { readPublicImages } from './images/public-images.ts'
import { buildImages } from './product/build-images.ts'
import { startHealthChecks } from './product/health-checks.ts'
import { prepareProduct } from './product/prepare-product.ts'
import type { Product } from './product/product.ts'
import { removeAll } from './product/remove-all.ts'
import { ALL } from './product/services.ts'
import { waitHealthy } from './product/wait-healthy.ts'

const PROJECT = 'zing-trial'
const PORT = process.env.ZING_PORT || '8080'
const HEALTHY_MS = 240_000

export interface TrialOptions {
  /** Kept between runs. */
  cache: string
  log(line: string): void
}

/**
 * Builds and starts the compose file as it is and leaves it running; base images that cannot be pulled are made from
 * packages.
 */
export async function startTrial(options: TrialOptions): Promise<void> {
  const { log } = options
  const product = await trialProduct(options)
  log('Building the images ...')
  await buildImages(product, [...PROCESS_NAMES, 'nats'])
  log('Starting the containers ...')
  await product.composeRun(['up', '--detach', '--no-build', ...ALL])
  const healthChecks = startHealthChecks(product)
  await waitHealthy(product, ALL, HEALTHY_MS).finally(() => healthChecks.stop())
  log(`Zing runs on ${product.url}, admin PIN ${product.env.values.ADMIN_PIN}.`)
  log(`Other commands of compose: ${shellCommand(product)} ps`)
  log('To remove it with its data: npm run containers -- --down')
}

/** Removes the containers, networks, volumes and images of the trial. */
export async function removeTrial(options: TrialOptions): Promise<void> {
  const folders = await trialFolders(options)
  const { engine } = await foundEngine(folders)
  await removeAll({ engine, project: PROJECT })
  await rm(folders.run, { recursive: true, force: true })
  options.log('The containers are removed, and their data with them.')
}

async function trialProduct(options: TrialOptions): Promise<Product> {
  const folders = await trialFolders(options)
  const publicImages = await readPublicImages()
  const url = `http://localhost:${PORT}`
  const variables = { ZING_PORT: PORT, PUBLIC_ORIGINS: url }
  return prepareProduct(await foundEngine(folders), {
    publicImages,
    folders,
    project: PROJECT,
    url,
    variables,
    hasTestLimits: false,
    log: options.log,
  })
}

async function foundEngine(folders: ImageFolders): Promise<Found> {
  const publicImages = await readPublicImages()
  const podman = { cacheFolder: folders.cache, folder: folders.run, init: await findInit(folders.cache) }
  const found = await findEngine(podman, (engine) => firstImage(engine, publicImages, folders))
  if (Array.isArray(found)) throw new StartError(`No engine runs containers here: ${found.join('; ')}`)
  return found
}

/** The folder of the run is kept: the volumes have the passwords of its env file. */
async function trialFolders({ cache }: TrialOptions): Promise<ImageFolders> {
  const run = path.join(cache, 'trial')
  await mkdir(run, { recursive: true })
  return { cache, run, mayMakeFirst: true }
}

/** What an operator types for another command of compose, with the configuration of podman that was used. */
function shellCommand({ engine, compose, project, env, files }: Product): string {
  const variables = ['CONTAINERS_CONF', 'CONTAINERS_STORAGE_CONF'].flatMap((name) =>
    engine.env[name] && engine.env[name] !== process.env[name] ? [`${name}=${engine.env[name]}`] : [],
  )
  const named = files.flatMap((file) => ['--file', file])
  return [...variables, ...compose.command, '--project-name', project, '--env-file', env.file, ...named].join(' ')
}
