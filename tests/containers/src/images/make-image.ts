import { createHash } from 'node:crypto'
import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Engine, hasImage } from '../engine/engine.ts'

const RECIPES = path.resolve(import.meta.dirname, '../../images')
const BUILD_MS = 600_000
const REPOSITORY = 'localhost/zing-containers'

export interface Recipe {
  name: string
  base: string
  /** Inputs of the image besides the Dockerfile and the base, such as versions. */
  inputs: string[]
  /** Writes the files that the Dockerfile copies to the folder. */
  stage(context: string): Promise<void>
}

/** Builds the image from `images/<name>.Dockerfile`, unless the same recipe was built before. Returns its tag. */
export async function makeImage(engine: Engine, recipe: Recipe, folder: string): Promise<string> {
  const dockerfile = path.join(RECIPES, `${recipe.name}.Dockerfile`)
  const tag = tagOf(recipe.name, [await readFile(dockerfile, 'utf8'), recipe.base, ...recipe.inputs])
  if (await hasImage(engine, tag)) return tag

  const context = path.join(folder, `image-${recipe.name}`)
  await mkdir(context, { recursive: true })
  await recipe.stage(context)
  await cp(dockerfile, path.join(context, 'Dockerfile'))
  await engine.run(['build', ...engine.buildOptions, '--build-arg', `BASE=${recipe.base}`, '--tag', tag, context], {
    timeoutMs: BUILD_MS,
  })
  return tag
}

/** Returns a tag that changes with the inputs of the image. */
export function tagOf(name: string, inputs: string[]): string {
  const hash = createHash('sha256').update(inputs.join('\0')).digest('hex')
  return `${REPOSITORY}/${name}:${hash.slice(0, 12)}`
}
