/** Lean reads return the driver's Binary, which wraps the bytes. */
export function toBuffer(bytes: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer)
}
