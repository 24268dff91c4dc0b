import { createRequire } from 'node:module'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import * as tf from '@tensorflow/tfjs-core'
import { toArtifacts } from '../files/model-artifacts.ts'
import { type PinnedFile, pathOf, readPinned } from '../files/pinned-files.ts'
import { withPixels } from './pixels.ts'

/** Returns how probably a picture is explicit, from 0 to 1. */
export type SeeNakedness = (picture: Buffer) => Promise<number>

const SIDE = 224
const BRIGHTEST = 255
/** The classes of the model, in its order. Beaches and underwear are "sexy", which is not explicit. */
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const
const EXPLICIT = ['hentai', 'porn'] as const
const FOLDER = 'nsfwjs/dist/models/mobilenet_v2_mid'
const WEIGHTS = {
  'group1-shard1of2': `${FOLDER}/group1-shard1of2.min.js`,
  'group1-shard2of2': `${FOLDER}/group1-shard2of2.min.js`,
} as const

/** Loads the model of nsfwjs, without its code, which would need all of TensorFlow. */
export async function loadNakednessModel(): Promise<SeeNakedness> {
  const json = readModule<tf.io.ModelJSON>(`${FOLDER}/model.min.js`)
  const artifacts = toArtifacts(json, (file) => {
    const weights = readModule<string>(WEIGHTS[file as keyof typeof WEIGHTS]) // the model names no other
    return Buffer.from(weights, 'base64')
  })
  const model = await loadGraphModel(tf.io.fromMemory(artifacts))
  return (picture) =>
    withPixels(picture, SIDE, 'fill', async (pixels) => {
      const scores = tf.tidy(() => {
        const input = tf.expandDims(tf.div(tf.cast(pixels, 'float32'), BRIGHTEST))
        return model.predict(input) as tf.Tensor // it has one output
      })
      const values = await scores.data()
      scores.dispose()
      const probability = EXPLICIT.reduce((sum, name) => sum + Number(values[CLASSES.indexOf(name)]), 0)
      return Math.min(1, probability)
    })
}

/** The package has its data as scripts that export one value. They run only after their hash was checked. */
function readModule<T>(file: PinnedFile): T {
  readPinned(file)
  return createRequire(import.meta.url)(pathOf(file)) as T // as the pinned file has it
}
