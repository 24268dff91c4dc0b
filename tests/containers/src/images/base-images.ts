import { type Engine, hasImage } from '../engine/engine.ts'
import { makeDebian } from './debian.ts'
import type { ImageFolders } from './image-folders.ts'
import { makeImage, type Recipe } from './make-image.ts'
import { nodeRecipe } from './node-image.ts'
import type { PublicImages } from './public-images.ts'
import { caddyRecipe, embeddedMongoRecipe, natsRecipe, redisRecipe } from './server-recipes.ts'

const RESPONSE_MS = 15_000
const PULL_MS = 300_000

interface BaseImage {
  image: string
  isPublic: boolean
}
export type BaseImages = Record<keyof PublicImages, BaseImage>

/** Returns an image for the engine's trial: the public Node image, or an image of Debian's packages. */
export async function firstImage(engine: Engine, { node }: PublicImages, folders: ImageFolders): Promise<string> {
  return (await tryPull(engine, node)) ? node : makeDebian(engine, folders)
}

/** Pulls the public images, and makes unavailable ones from packages. Returns the names to use. */
export async function provideBaseImages(
  engine: Engine,
  images: PublicImages,
  folders: ImageFolders,
): Promise<BaseImages> {
  async function provide(image: string, recipe: () => Promise<Recipe>): Promise<BaseImage> {
    if (await tryPull(engine, image)) return { image, isPublic: true }
    return { image: await makeImage(engine, await recipe(), folders.run), isPublic: false }
  }
  const debian = () => makeDebian(engine, folders)

  const node = await provide(images.node, async () => nodeRecipe(await debian()))
  return {
    node,
    nats: await provide(images.nats, async () => natsRecipe(await debian(), folders.cache)),
    redis: await provide(images.redis, async () => redisRecipe(await debian())),
    caddy: await provide(images.caddy, async () => caddyRecipe(await debian(), folders.cache)),
    mongodb: await provide(images.mongodb, () => embeddedMongoRecipe(node.image)),
  }
}

async function tryPull(engine: Engine, image: string): Promise<boolean> {
  if (await hasImage(engine, image)) return true
  const listed = await engine.attempt(['manifest', 'inspect', image], { timeoutMs: RESPONSE_MS })
  if (listed.code !== 0) return false
  const pulled = await engine.attempt(['pull', '--quiet', image], { timeoutMs: PULL_MS })
  return pulled.code === 0
}
