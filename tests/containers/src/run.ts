import { randomBytes } from 'node:crypto'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { Args } from './args.ts'
import { type Found, findEngine } from './engine/find-engine.ts'
import { findInit } from './engine/find-init.ts'
import { firstImage } from './images/base-images.ts'
import type { ImageFolders } from './images/image-folders.ts'
import { type PublicImages, readPublicImages } from './images/public-images.ts'
import { startHealthChecks } from './product/health-checks.ts'
import { prepareProduct } from './product/prepare-product.ts'
import type { Product } from './product/product.ts'
import { removeAll } from './product/remove-all.ts'
import type { StepResult } from './report.ts'
import { Skipped, type Step } from './steps/step.ts'
import { QUICK_STEPS, STEPS } from './steps/steps.ts'

/** A run that a signal stops. */
export interface Running {
  stop(): Promise<void>
  /** Set if a failed run keeps its containers and its folder. */
  isKept: boolean
}

export interface RunContainersOptions {
  args: Args
  folders: ImageFolders
  running: Running
  log(line: string): void
  onResult(result: StepResult): void
}

/** Runs the steps in new containers, and removes them afterwards. */
export async function runContainers(options: RunContainersOptions): Promise<StepResult[]> {
  const { args, folders, running, log, onResult } = options
  const publicImages = await readPublicImages()
  const podmanOptions = { cacheFolder: folders.cache, folder: folders.run, init: await findInit(folders.cache) }
  const found = await findEngine(podmanOptions, (engine) => firstImage(engine, publicImages, folders))
  const steps = args.isQuick ? QUICK_STEPS : STEPS
  if (Array.isArray(found)) return skipAll(steps, `no engine runs containers here: ${found.join('; ')}`, onResult)

  const product = await prepareForTest(found, publicImages, options)
  log(`Folder of the run: ${folders.run}`)
  const healthChecks = startHealthChecks(product)
  async function stop(): Promise<void> {
    await healthChecks.stop()
    await removeAll(product)
  }
  running.stop = stop
  log(`${found.engine.name} ${found.engine.version}, ${found.compose.version}, project ${product.project}`)

  const results: StepResult[] = []
  try {
    const chosen = steps.filter(
      ({ name, isNeeded }) => args.steps.length === 0 || isNeeded || args.steps.includes(name),
    )
    for (const [index, step] of chosen.entries()) {
      const result = await runStep(step, { product, folder: folders.run, log })
      results.push(result)
      onResult(result)
      if (!step.isNeeded || result.outcome === 'passed') continue
      results.push(...skipAll(chosen.slice(index + 1), `it needs ${step.name}`, onResult))
      break
    }
    return results
  } finally {
    running.isKept = args.isKept && results.some(({ outcome }) => outcome === 'failed')
    if (running.isKept) await healthChecks.stop()
    else await stop()
  }
}

async function prepareForTest(
  found: Found,
  publicImages: PublicImages,
  { folders, log }: RunContainersOptions,
): Promise<Product> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const variables = { ZING_PORT: port, PUBLIC_ORIGINS: url, ADMIN_RESET_ENABLED: 'true' }
  const project = `zing-test-${randomBytes(3).toString('hex')}`
  return prepareProduct(found, { publicImages, folders, log, project, url, variables, hasTestLimits: true })
}

async function runStep(step: Step, context: Parameters<Step['run']>[0]): Promise<StepResult> {
  const startedAt = Date.now()
  const result = (outcome: StepResult['outcome'], text: string) => ({
    step: step.name,
    outcome,
    text,
    ms: Date.now() - startedAt,
  })
  try {
    return result('passed', await step.run(context))
  } catch (error) {
    if (error instanceof Skipped) return result('skipped', error.message)
    return result('failed', error instanceof Error ? error.message : String(error))
  }
}

function skipAll(steps: Step[], reason: string, onResult: (result: StepResult) => void): StepResult[] {
  const results = steps.map(({ name }): StepResult => ({ step: name, outcome: 'skipped', text: reason, ms: 0 }))
  results.forEach(onResult)
  return results
}
