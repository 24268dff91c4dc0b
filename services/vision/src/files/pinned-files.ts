import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

/** SHA-256 of each file that decides what vision sees. A new version of a package needs new hashes, and a new report. */
const HASHES = {
  'nsfwjs/dist/models/mobilenet_v2_mid/model.min.js':
    'a7a9e701491e2449b221dab7c424957f853e700602b5575da33cfd745616f964',
  'nsfwjs/dist/models/mobilenet_v2_mid/group1-shard1of2.min.js':
    'f2e79a209e44d668220ec5f1533a98f2be954e3953685bf074d201b82fefc29a',
  'nsfwjs/dist/models/mobilenet_v2_mid/group1-shard2of2.min.js':
    'f291df992a0131741372506a6072fb9f1645bff7c973c983fd6276f5f9625d5e',
  '@vladmandic/human/models/blazeface.json': 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
  '@vladmandic/human/models/blazeface.bin': 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
  '@vladmandic/human/models/facemesh.json': 'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
  '@vladmandic/human/models/facemesh.bin': '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
  '@vladmandic/human/models/faceres.json': '5b83d49c0385d2e68a05122441b94226313677cae9fcc40b9587ad50079eb4df',
  '@vladmandic/human/models/faceres.bin': '2c7d2d62b76c97528b736527aa09d310ea71743c9e3e79fb6c62d4b2d73af79b',
  '@vladmandic/human/models/emotion.json': '56f7e557eb0c863a8b9ab04ac7ccba756e93bf2c27dce135ef0e8712b80b7ad2',
  '@vladmandic/human/models/emotion.bin': '927ac8224f356ab1e68c2bcfbfa07b0c8567047d1bcf817388ba6e38214c4987',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm':
    '70a5d516060464e5269f01c74bac1772d6b8ab6cb612acf16b5cdaf61f78d892',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm':
    '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm':
    'c052228d4bef185c27bbe59a9e029570c78bbb9f08b3cb46b597851650373de2',
} as const
export type PinnedFile = keyof typeof HASHES

/** Reads a file of a package. Throws if it is not, byte for byte, the file that was reviewed. */
export function readPinned(file: PinnedFile): Buffer {
  const bytes = readFileSync(pathOf(file))
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== HASHES[file]) throw new Error(`${file} is not the reviewed file: its SHA-256 is ${hash}`)
  return bytes
}

/** Path of a file in an installed package, also where the `exports` of the package leave it out. */
export function pathOf(file: string): string {
  const name = file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/')
  const manifest = findPackageJSON(name, import.meta.url)
  if (!manifest) throw new Error(`the package ${name} is not installed`)
  return path.join(path.dirname(manifest), file.slice(name.length))
}
