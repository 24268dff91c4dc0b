import path from 'node:path'
import { COMPOSE } from '@zing/docker/paths'
import type { Found } from '../engine/find-engine.ts'
import { provideBaseImages } from '../images/base-images.ts'
import type { ImageFolders } from '../images/image-folders.ts'
import type { PublicImages } from '../images/public-images.ts'
import { readEnvFile, saveEnvFile, writeEnvFile } from './env-file.ts'
import { createProduct, type Product } from './product.ts'
import { imageOf, writeOverride } from './write-override.ts'

export interface PrepareOptions {
  publicImages: PublicImages
  folders: ImageFolders
  project: string
  url: string
  /** Variables of the compose file, besides the secrets and the Node image. */
  variables: Record<string, string>
  hasTestLimits: boolean
  log(line: string): void
}

/** Provides the base images and writes the files that compose reads. Keeps secrets that the folder already has. */
export async function prepareProduct({ engine, compose }: Found, options: PrepareOptions): Promise<Product> {
  const { publicImages, folders, project, url, hasTestLimits, log } = options
  log('Providing the base images ...')
  const baseImages = await provideBaseImages(engine, publicImages, folders)
  for (const [name, { image, isPublic }] of Object.entries(baseImages)) {
    if (!isPublic)
      log(`  ${name}: ${publicImages[name as keyof typeof publicImages]} cannot be pulled, ${image} is used`)
  }
  const variables = { ...options.variables, NODE_IMAGE: baseImages.node.image }
  const file = path.join(folders.run, 'env')
  const kept = await readEnvFile(file)
  const env = kept ? { file, values: { ...kept.values, ...variables } } : await writeEnvFile(file, variables)
  if (kept) await saveEnvFile(env)
  const override = await writeOverride(path.join(folders.run, 'override.yml'), {
    publicImages,
    baseImages,
    project,
    hasTestLimits,
  })
  return createProduct({
    engine,
    compose,
    project,
    env,
    files: [COMPOSE, override],
    url,
    imageOf: (service) => imageOf(project, service),
  })
}
