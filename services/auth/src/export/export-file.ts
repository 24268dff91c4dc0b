/** A file of a user's copy. */
export interface ExportFile {
  name: string
  isCompressed?: boolean
  parts: AsyncIterable<Uint8Array>
}
