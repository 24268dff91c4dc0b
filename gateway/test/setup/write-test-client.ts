import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Writes a stand-in for a build of the web client, and returns its folder. */
export async function writeTestClient(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-dist-'))
  await mkdir(path.join(folder, 'assets'))
  const script = '<script type="module" src="/assets/first-abc.js"></script>'
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Zing</title>${script}</head>`,
  )
  await writeFile(path.join(folder, 'assets', 'index-abc.js'), 'plain')
  await writeFile(path.join(folder, 'assets', 'index-abc.js.br'), 'brotli')
  await mkdir(path.join(folder, '.vite'))
  const texts = ['en', 'de'].flatMap((language) =>
    ['first', 'member'].map((part) => [
      `virtual:texts/${language}/${part}`,
      { file: `assets/texts/${language}/${part}-abc.js` },
    ]),
  )
  const manifest = {
    '_first-abc.js': { file: 'assets/first-abc.js' },
    '_shared-abc.js': { file: 'assets/shared-abc.js', imports: ['_first-abc.js'] },
    '_everyday-abc.js': { file: 'assets/everyday-abc.js', name: 'everyday', imports: ['_shared-abc.js'] },
    ...Object.fromEntries(texts),
  }
  await writeFile(path.join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(folder, 'sw.js'), 'worker')
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{"name":"Zing"}')
  await writeFile(path.join(folder, 'bolt.svg'), '<svg><title>Zing</title></svg>')
  await mkdir(path.join(folder, 'icons'))
  for (const name of ['icon-192', 'icon-512', 'maskable-512', 'apple-touch-180'])
    await writeFile(path.join(folder, 'icons', `${name}.png`), 'picture')
  await writeFile(path.join(folder, '.secret'), 'no')
  return folder
}
