import { open, readFile } from 'node:fs/promises'

/** Lets something write to a file, and shows what it wrote in one piece when it has ended, however it did. */
export async function inOnePiece<T>(
  { file, show }: { file: string; show(text: string): void },
  run: (descriptor: number) => Promise<T>,
): Promise<T> {
  const handle = await open(file, 'a')
  try {
    return await run(handle.fd)
  } finally {
    await handle.close()
    show(await readFile(file, 'utf8'))
  }
}
