import { readFile } from 'node:fs/promises'
import { parseDockerfile } from '@zing/docker/dockerfile'
import { COMPOSE, DOCKERFILE } from '@zing/docker/paths'
import { parse } from 'yaml'
import { z } from 'zod'

const ComposeImages = z.object({
  services: z.object({
    mongodb: z.object({ image: z.string() }),
    redis: z.object({ image: z.string() }),
    nats: z.object({ build: z.object({ dockerfile_inline: z.string() }) }),
    caddy: z.object({ build: z.object({ dockerfile_inline: z.string() }) }),
  }),
})

export interface PublicImages {
  node: string
  nats: string
  redis: string
  caddy: string
  mongodb: string
}

/** Returns the public images that the Dockerfile and the compose file name. */
export async function readPublicImages(): Promise<PublicImages> {
  const [compose, dockerfile] = await Promise.all([readFile(COMPOSE, 'utf8'), readFile(DOCKERFILE, 'utf8')])
  const { services } = ComposeImages.parse(parse(compose, { merge: true }))
  return {
    node: parseDockerfile(dockerfile).args.NODE_IMAGE ?? '',
    nats: baseOf(services.nats.build.dockerfile_inline),
    redis: services.redis.image,
    caddy: baseOf(services.caddy.build.dockerfile_inline),
    mongodb: services.mongodb.image,
  }
}

function baseOf(dockerfile: string): string {
  return parseDockerfile(dockerfile).stages[0]?.from ?? ''
}
