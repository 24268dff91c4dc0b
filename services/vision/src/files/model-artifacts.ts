import type { io } from '@tensorflow/tfjs-core'

/** Joins the two parts of a model on disk: its JSON, and the bytes of each file that it names. */
export function toArtifacts(
  { weightsManifest, ...model }: io.ModelJSON,
  readWeights: (file: string) => Uint8Array,
): io.ModelArtifacts {
  const weights = Buffer.concat(weightsManifest.flatMap(({ paths }) => paths.map(readWeights)))
  return {
    ...model,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weightData: new Uint8Array(weights).buffer,
  }
}
