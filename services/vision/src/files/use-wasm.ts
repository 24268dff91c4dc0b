import path from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'
import { pathOf, readPinned } from './pinned-files.ts'

const FOLDER = '@tensorflow/tfjs-backend-wasm/dist'
/** The backend chooses by what the processor can do. */
const BINARIES = [
  'tfjs-backend-wasm.wasm',
  'tfjs-backend-wasm-simd.wasm',
  'tfjs-backend-wasm-threaded-simd.wasm',
] as const

/** Folder of the binaries. Without it both libraries would fetch them from a host outside. */
export const WASM_FOLDER = `${pathOf(FOLDER)}${path.sep}`

/** Lets the models compute in WebAssembly. */
export async function useWasm(): Promise<void> {
  for (const binary of BINARIES) readPinned(`${FOLDER}/${binary}`)
  setWasmPaths(WASM_FOLDER)
  await tf.setBackend('wasm')
  await tf.ready()
}
