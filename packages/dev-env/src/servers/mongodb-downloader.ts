import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Downloader } from './download-mongod.ts'

const FIRST_ANSWER_MS = 5_000
const DOWNLOAD_MS = 600_000
const TRY_OUT_MS = 10_000

/** MongoDB's own builds, through mongodb-memory-server, which knows which one fits this machine. Loaded only when asked. */
export const mongodbDownloader: Downloader = {
  async findKept(folder) {
    const { DryMongoBinary } = await import('mongodb-memory-server-core')
    return (await DryMongoBinary.locateBinary(await DryMongoBinary.generateOptions({ downloadDir: folder }))) ?? null
  },

  async reach(folder) {
    if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return // fetch knows no proxy, the download does
    const { DryMongoBinary } = await import('mongodb-memory-server-core')
    const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js')
    const build = await DryMongoBinary.generateOptions({ downloadDir: folder })
    const url = await new MongoBinaryDownloadUrl({ ...build, platform: process.platform }).getDownloadUrl()
    const question = fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(FIRST_ANSWER_MS) })
    const answer = await question.catch(() => null)
    if (!answer) throw new Error('its host cannot be reached')
    if (!answer.ok) throw new Error(`its host answers ${answer.status}`)
  },

  async fetch(folder) {
    const { MongoBinary } = await import('mongodb-memory-server-core')
    const tooLong = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('the download took too long')), DOWNLOAD_MS).unref()
    })
    return Promise.race([MongoBinary.getPath({ downloadDir: folder }), tooLong])
  },

  async tryOut(mongod) {
    await promisify(execFile)(mongod, ['--version'], { timeout: TRY_OUT_MS }) // no AVX, or a library is missing
  },
}
