import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

const LEVEL = 6

interface ZipWriter {
  /** Begins a file and ends the one before it; `isCompressed` for bytes that would not get smaller. */
  begin(name: string, options?: { isCompressed?: boolean }): void
  push(part: Uint8Array): void
  /** Ends the last file and the archive. */
  finish(): void
  /** Takes the bytes that are ready, which the writer then forgets. */
  take(): Buffer
}

/** Writes a ZIP archive piece by piece; at no time does it hold more than a part and what was not taken yet. */
export function createZipWriter(): ZipWriter {
  let ready: Uint8Array[] = []
  let file: ZipDeflate | ZipPassThrough | null = null
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(data)
  })

  function end(): void {
    file?.push(new Uint8Array(), true)
    file = null
  }

  return {
    begin(name, { isCompressed = false } = {}) {
      end()
      file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: LEVEL })
      zip.add(file)
    },
    push(part) {
      file?.push(part)
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
