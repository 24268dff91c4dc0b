import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RequestHandler } from 'express'
import { etagOf } from './community/etag.ts'

const YEAR_SECONDS = 31_536_000
/** Compressed copies, best first. */
const COMPRESSED = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const
type Encoding = (typeof COMPRESSED)[number]['encoding'] | 'identity'

interface Copy {
  body: Buffer
  etag: string
}

/** Copies by request path and encoding. */
type StaticFiles = Map<string, Partial<Record<Encoding, Copy>>>

/**
 * Serves a folder's files as they are now, except paths with a part that begins with a dot. Other requests are passed on. The
 * files are in memory, since a build of the client has 1.4 MB. With sirv 3.0.2 a deleted file ended the process, and a client
 * that left kept a file open.
 */
export async function serveStaticFiles(folder: string): Promise<RequestHandler> {
  const files = await readStaticFiles(folder)
  return (req, res, next) => {
    const copies = req.method === 'GET' || req.method === 'HEAD' ? files.get(req.path) : undefined
    const compressed = COMPRESSED.find(({ encoding }) => copies?.[encoding] && req.acceptsEncodings(encoding))
    const copy = copies?.[compressed?.encoding ?? 'identity']
    if (!copy) return next()
    const isHashed = req.path.startsWith('/assets/')
    res.set({
      'Cache-Control': isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      ETag: copy.etag,
      Vary: 'Accept-Encoding',
      ...(compressed && { 'Content-Encoding': compressed.encoding }),
    })
    res.type(path.extname(req.path)).send(copy.body)
  }
}

async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files: StaticFiles = new Map()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = `/${path.relative(folder, file).split(path.sep).join('/')}`
    if (!entry.isFile() || name.includes('/.')) continue
    const { original, encoding } = encodingOf(name)
    const body = await readFile(file)
    files.set(original, { ...files.get(original), [encoding]: { body, etag: etagOf(body) } })
  }
  return files
}

function encodingOf(name: string): { original: string; encoding: Encoding } {
  const compressed = COMPRESSED.find(({ extension }) => name.endsWith(extension))
  if (!compressed) return { original: name, encoding: 'identity' }
  return { original: name.slice(0, -compressed.extension.length), encoding: compressed.encoding }
}
