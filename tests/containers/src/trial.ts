import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '@zing/dev-env/start-error'
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
import { ALL, BUILT } from './product/services.ts'
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
 * Builds and starts the unchanged compose file and leaves it running. Base images that cannot be pulled are made from
 * packages.
 */
export async function startTrial(options: TrialOptions): Promise<void> {
  const { log } = options
  const product = await trialProduct(options)
  log('Building the images ...')
  await buildImages(product, BUILT)
  log('Starting the containers ...')
  await product.composeRun(['up', '--detach', '--no-build', ...ALL])
  const healthChecks = startHealthChecks(product)
  await waitHealthy(product, ALL, HEALTHY_MS).finally(() => healthChecks.stop())
  log(`Zing runs on ${product.url}, admin PIN ${product.env.values.ADMIN_PIN}.`)
  log(`Other compose commands: ${shellCommand(product)} ps`)
  log('To remove it with its data: npm run containers -- --down')
}

/** Removes the trial's containers, networks, volumes and images. */
export async function removeTrial(options: TrialOptions): Promise<void> {
  const folders = await trialFolders(options)
  const { engine } = await foundEngine(folders)
  await removeAll({ engine, project: PROJECT })
  await rm(folders.run, { recursive: true, force: true })
  options.log('The containers and their data are removed.')
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

/** Keeps the folder of the run: its env file has the passwords of the volumes. */
async function trialFolders({ cache }: TrialOptions): Promise<ImageFolders> {
  const run = path.join(cache, 'trial')
  await mkdir(run, { recursive: true })
  return { cache, run, mayMakeFirst: true }
}

/** The command line of an operator for other compose commands, with podman's configuration. */
function shellCommand({ engine, compose, project, env, files }: Product): string {
  const variables = ['CONTAINERS_CONF', 'CONTAINERS_STORAGE_CONF'].flatMap((name) =>
    engine.env[name] && engine.env[name] !== process.env[name] ? [`${name}=${engine.env[name]}`] : [],
  )
  const named = files.flatMap((file) => ['--file', file])
  return [...variables, ...compose.command, '--project-name', project, '--env-file', env.file, ...named].join(' ')
}
