import { createRequire } from 'node:module'
import * as tf from '@tensorflow/tfjs-core'
import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import { toArtifacts } from '../files/model-artifacts.ts'
import { type PinnedFile, pathOf, readPinned } from '../files/pinned-files.ts'
import { WASM_FOLDER } from '../files/use-wasm.ts'
import { describeFace } from './describe-face.ts'
import { type FaceShape, measureFace, type Point } from './measure-face.ts'
import { withPixels } from './pixels.ts'

export interface SeenFace {
  descriptor: FaceDescriptor
  shape: FaceShape
}

/** Returns the faces in a picture, the largest first. */
export type SeeFaces = (picture: Buffer) => Promise<SeenFace[]>

/** The parts of the library's result that this file reads. */
interface HumanFace {
  box: [x: number, y: number, width: number, height: number]
  mesh: Point[]
  rotation: { angle: { yaw: number; pitch: number; roll: number } } | null
  emotion?: { emotion: string; score: number }[]
  embedding?: number[]
}
interface Human {
  load(): Promise<void>
  detect(pixels: tf.Tensor3D): Promise<{ face: HumanFace[]; error?: string | null }>
}

const LIBRARY = '@vladmandic/human/dist/human.node-wasm.js'
const MODELS = ['blazeface', 'facemesh', 'faceres', 'emotion'] as const
/** The detector shrinks the picture to 256 pixels; the other models read faces from the larger one. */
const SIDE = 640
const MAX_FACES = 5
/** Below it are windows and lamps rather than faces. */
const MIN_SURENESS = 0.5
/** Its type forgets that a router may have no loader for an address. */
type LoadRouter = Parameters<typeof tf.io.registerLoadRouter>[0]

/** An address that only our loader knows. The library accepts a folder or an http address otherwise. */
const SCHEME = 'package:/'

/** Loads the models of faces from the package of the library. Nothing is fetched and nothing is cached. */
export async function loadFaceModels(): Promise<SeeFaces> {
  tf.io.registerLoadRouter(loaderOf as LoadRouter)
  const { Human } = createRequire(import.meta.url)(pathOf(LIBRARY)) as { Human: new (options: object) => Human }
  const human = new Human(OPTIONS)
  await human.load()
  return (picture) =>
    withPixels(picture, SIDE, 'contain', async (pixels) => {
      const { face, error } = await human.detect(pixels)
      if (error) throw new Error(`the models of faces failed: ${error}`)
      return face.toSorted((a, b) => areaOf(b) - areaOf(a)).flatMap(toSeenFace)
    })
}

const off = { enabled: false }
const OPTIONS = {
  backend: 'wasm',
  wasmPath: WASM_FOLDER,
  modelBasePath: SCHEME,
  async: false,
  debug: false,
  warmup: 'none',
  cacheModels: false,
  cacheSensitivity: 0, // otherwise a picture that looks like the one before gets its faces
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  face: {
    enabled: true,
    detector: { maxDetected: MAX_FACES, minConfidence: MIN_SURENESS, rotation: true, return: false },
    mesh: { enabled: true },
    iris: off,
    emotion: { enabled: true, minConfidence: 0.01 },
    description: { enabled: true },
    antispoof: off,
    liveness: off,
  },
}

function loaderOf(address: string | string[]): tf.io.IOHandler | null {
  const name = MODELS.find((one) => address === `${SCHEME}${one}.json`)
  if (!name) return null
  return {
    async load() {
      const json: tf.io.ModelJSON = JSON.parse(readModel(`${name}.json`).toString('utf8'))
      return toArtifacts(json, () => readModel(`${name}.bin`))
    },
  }
}

function readModel(file: `${(typeof MODELS)[number]}.${'json' | 'bin'}`): Buffer {
  return readPinned(`@vladmandic/human/models/${file}` satisfies PinnedFile)
}

function areaOf({ box }: HumanFace): number {
  return box[2] * box[3]
}

function toSeenFace({ embedding, mesh, rotation, emotion = [] }: HumanFace): SeenFace[] {
  if (!embedding || !rotation) return []
  const happiness = emotion.find((one) => one.emotion === 'happy')?.score ?? 0
  return [{ descriptor: describeFace(embedding), shape: measureFace(mesh, rotation.angle, happiness) }]
}
