import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

const LEVEL = 6
/** Small parts are joined: the compressor takes 100 kB of memory for each. */
const PART_BYTES = 256 * 1024

interface ZipWriter {
  /** Begins a file and ends the previous one. `isCompressed`: compressing the bytes again would not shrink them. */
  begin(name: string, options?: { isCompressed?: boolean }): void
  push(part: Uint8Array): void
  /** Ends the last file and the archive. */
  finish(): void
  /** Returns the bytes that are ready and frees them. */
  take(): Buffer
}

/** Writes a ZIP archive piece by piece. It holds at most PART_BYTES, one part and the bytes not taken yet. */
export function createZipWriter(): ZipWriter {
  let ready: Uint8Array[] = []
  let file: ZipDeflate | ZipPassThrough | null = null
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(data)
  })

  let parts: Uint8Array[] = []
  let bytes = 0

  function flush(isLast = false): void {
    file?.push(Buffer.concat(parts), isLast)
    parts = []
    bytes = 0
  }

  function end(): void {
    flush(true)
    file = null
  }

  return {
    begin(name, { isCompressed = false } = {}) {
      end()
      file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: LEVEL })
      zip.add(file)
    },
    push(part) {
      parts.push(part)
      bytes += part.length
      if (bytes >= PART_BYTES) flush()
    },
    finish() {
      end()
      zip.end()
    },
    take() {
      const taken = Buffer.concat(ready)
      ready = []
      return taken
    },
  }
}
