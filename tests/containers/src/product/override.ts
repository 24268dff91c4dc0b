import type { BaseImages } from '../images/base-images.ts'
import type { PublicImages } from '../images/public-images.ts'
import { DATABASES, PROCESSES } from './services.ts'

/** Restarts take several seconds with a busy machine, and the embedded MongoDB is a Node process. */
const MONGO_CHECK =
  "require('node:net').connect(27017, 'mongodb').on('connect', () => process.exit(0)).on('error', () => process.exit(1))"

export interface OverrideOptions {
  publicImages: PublicImages
  baseImages: BaseImages
  /** Names the images of this run, so that no image of the user is replaced. */
  tagOf(service: string): string
  /** The build definitions with `dockerfile_inline` in the compose file, by service. */
  inlineDockerfiles: Record<string, string>
}

/** Returns a compose file that replaces only the images that cannot be had, names of images, and the rate limits of tests. */
export function overrideOf({ publicImages, baseImages, tagOf, inlineDockerfiles }: OverrideOptions): object {
  const services: Record<string, object> = {}
  for (const name of PROCESSES)
    services[name] = { image: tagOf(name), environment: processEnvironment(name, baseImages) }
  for (const name of ['nats', 'caddy'] as const) {
    const { image, isPublic } = baseImages[name]
    const inline = (inlineDockerfiles[name] ?? '').replace(publicImages[name], image)
    services[name] = { image: tagOf(name), ...(!isPublic && { build: { dockerfile_inline: inline } }) }
  }
  if (!baseImages.redis.isPublic) services.redis = { image: baseImages.redis.image }
  if (!baseImages.mongodb.isPublic) {
    services.mongodb = {
      image: baseImages.mongodb.image,
      command: ['node', 'packages/embedded-mongo/src/main.ts'],
      healthcheck: { test: ['CMD', 'node', '--eval', MONGO_CHECK] },
    }
  }
  return { services }
}

function processEnvironment(name: (typeof PROCESSES)[number], { mongodb }: BaseImages): Record<string, string> {
  const limits = { RATE_PROFILE: 'normal', ALLOW_RATE_PROFILE: 'normal' } // every test has one address
  const hasLimits = name !== 'admin'
  // The embedded MongoDB has no users, and production refuses a URL without a password.
  const withoutUsers =
    name === 'gateway' || mongodb.isPublic
      ? {}
      : { NODE_ENV: 'test', MONGO_URL: `mongodb://mongodb:27017/${DATABASES[name]}` }
  return { ...(hasLimits && limits), ...withoutUsers }
}
