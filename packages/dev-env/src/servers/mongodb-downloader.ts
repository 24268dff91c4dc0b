import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Downloader } from './download-mongod.ts'

const RESPONSE_MS = 5_000
const DOWNLOAD_MS = 600_000
const TRY_OUT_MS = 10_000

/** Downloads MongoDB's own build for this machine through mongodb-memory-server, which is loaded on use. */
export const mongodbDownloader: Downloader = {
  async findExisting(folder) {
    const { DryMongoBinary } = await import('mongodb-memory-server-core')
    return (await DryMongoBinary.locateBinary(await DryMongoBinary.generateOptions({ downloadDir: folder }))) ?? null
  },

  async reach(folder) {
    if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return // fetch ignores the proxy, the download uses it
    const { DryMongoBinary } = await import('mongodb-memory-server-core')
    const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js')
    const build = await DryMongoBinary.generateOptions({ downloadDir: folder })
    const url = await new MongoBinaryDownloadUrl({ ...build, platform: process.platform }).getDownloadUrl()
    const request = fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(RESPONSE_MS) })
    const response = await request.catch(() => null)
    if (!response) throw new Error('the download host cannot be reached')
    if (!response.ok) throw new Error(`the download host responded ${response.status}`)
  },

  async fetch(folder) {
    const { MongoBinary } = await import('mongodb-memory-server-core')
    const timeout = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('the download timed out')), DOWNLOAD_MS).unref()
    })
    return Promise.race([MongoBinary.getPath({ downloadDir: folder }), timeout])
  },

  async tryOut(mongod) {
    await promisify(execFile)(mongod, ['--version'], { timeout: TRY_OUT_MS }) // fails without AVX, or if a library is missing
  },
}
