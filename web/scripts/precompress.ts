import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest|xml)$/
const MIN_BYTES = 1_024
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Writes `.br` and `.gz` beside each larger text file of the build; the gateway serves them unchanged. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'zing-precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: () => compressFiles(folder),
  }
}

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(files.map((file) => compress(path.join(file.parentPath, file.name))))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  await Promise.all([
    brotli(content).then((bytes) => writeFile(`${file}.br`, bytes)),
    gzip(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
