import { readersOf } from '@zing/docker/policy/files'
import { PROCESS_NAMES } from '@zing/proto/processes'
import type { BaseImages } from '../images/base-images.ts'
import type { PublicImages } from '../images/public-images.ts'
import { EMBEDDED_MONGO_START } from '../images/server-recipes.ts'

/** Health check of the embedded MongoDB, a Node process without mongosh. */
const MONGO_CHECK =
  "require('node:net').connect(27017, 'mongodb').on('connect', () => process.exit(0)).on('error', () => process.exit(1))"

export interface OverrideOptions {
  publicImages: PublicImages
  baseImages: BaseImages
  /** Names this run's images, so that no image of the user is replaced. */
  tagOf(service: string): string
  /** All tests call from one address, which the limits of production would refuse. */
  hasTestLimits: boolean
  /** The build definitions with `dockerfile_inline` in the compose file, by service. */
  inlineDockerfiles: Record<string, string>
}

/** Returns a compose file that replaces only unavailable images, names of images, and rate limits. */
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
  services.secrets = { image: tagOf('secrets') }
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
