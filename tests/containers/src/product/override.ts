import { readersOf } from '@zing/docker/policy/files'
import { PROCESS_NAMES } from '@zing/proto/processes'
import type { BaseImages } from '../images/base-images.ts'
import type { PublicImages } from '../images/public-images.ts'
import { EMBEDDED_MONGO_START } from '../images/server-recipes.ts'

/** Restarts take several seconds with a busy machine, and the embedded MongoDB is a Node process. */
const MONGO_CHECK =
  "require('node:net').connect(27017, 'mongodb').on('connect', () => process.exit(0)).on('error', () => process.exit(1))"

export interface OverrideOptions {
  publicImages: PublicImages
  baseImages: BaseImages
  /** Names the images of this run, so that no image of the user is replaced. */
  tagOf(service: string): string
  /** Every test has one address, which the limits of production would stop. */
  hasTestLimits: boolean
  /** The build definitions with `dockerfile_inline` in the compose file, by service. */
  inlineDockerfiles: Record<string, string>
}

/** Returns a compose file that replaces only the images that cannot be had, names of images, and the rate limits of tests. */
export function overrideOf(options: OverrideOptions): object {
  const { publicImages, baseImages, tagOf, hasTestLimits, inlineDockerfiles } = options
  const services: Record<string, object> = {}
  for (const name of PROCESS_NAMES) {
    const limits = { RATE_PROFILE: 'normal', ALLOW_RATE_PROFILE: 'normal' }
    services[name] = {
      image: tagOf(name),
      ...(hasTestLimits && readersOf('RATE_PROFILE').includes(name) && { environment: limits }),
    }
  }
  for (const name of ['nats', 'caddy'] as const) {
    const { image, isPublic } = baseImages[name]
    const inline = (inlineDockerfiles[name] ?? '').replace(publicImages[name], image)
    services[name] = { image: tagOf(name), ...(!isPublic && { build: { dockerfile_inline: inline } }) }
  }
  if (!baseImages.redis.isPublic) services.redis = { image: baseImages.redis.image }
  if (!baseImages.mongodb.isPublic) {
    services.mongodb = {
      image: baseImages.mongodb.image,
      command: ['node', EMBEDDED_MONGO_START],
      healthcheck: { test: ['CMD', 'node', '--eval', MONGO_CHECK] },
    }
  }
  return { services }
}
