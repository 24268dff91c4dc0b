import * as tf from '@tensorflow/tfjs-core'
import { useWasm } from './files/use-wasm.ts'
import { loadFaceModels, type SeeFaces } from './see/see-faces.ts'
import { loadNakednessModel, type SeeNakedness } from './see/see-nakedness.ts'

/** Each model behind a function, so that another model can take its place. */
export interface Models {
  seeNakedness: SeeNakedness
  seeFaces: SeeFaces
}

/** Loads the models from their npm packages on this disk. Throws for a file that is missing or has changed. */
export async function loadModels(): Promise<Models> {
  await useWasm()
  const seeNakedness = await loadNakednessModel()
  const seeFaces = await loadFaceModels()
  if (tf.getBackend() !== 'wasm') throw new Error(`the models run on ${tf.getBackend()} instead of WebAssembly`)
  return { seeNakedness, seeFaces }
}
