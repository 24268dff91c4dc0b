import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest|xml)$/
const WORTH_BYTES = 1_024
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Puts `.br` and `.gz` beside each text file that is worth it: the gateway sends them as they are. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(files.map((file) => compress(path.join(file.parentPath, file.name))))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < WORTH_BYTES) return
  await Promise.all([
    brotli(content).then((bytes) => writeFile(`${file}.br`, bytes)),
    gzip(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
