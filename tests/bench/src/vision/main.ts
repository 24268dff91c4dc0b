import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSkin } from './draw.ts'
import { compareFaces, FACES, reportFaces } from './faces.ts'
import { reportNakedness, type Scored } from './nakedness.ts'

// `npm run vision:report` measures the models with the pictures of the repository. `npm run vision:report -- FOLDER` adds pictures
// of this machine: FOLDER/explicit and FOLDER/other. Nothing of them is kept.

const PHOTOS = new URL('../../../../services/vision/test/pictures/', import.meta.url).pathname
const DEMO_PROFILES = 40

// drawings first: the models' module lets sharp read photos only
const [{ demoProfiles }, { pictureOf }] = await Promise.all([
  import('@zing/dev-env/demo/profiles'),
  import('@zing/dev-env/demo/pictures'),
])
const profiles = demoProfiles().slice(0, DEMO_PROFILES)
const demo = await Promise.all(
  profiles.flatMap((profile) => profile.pictures.map((_picture, index) => pictureOf(profile, index))),
)
const skin = await drawSkin()

const { loadModels } = await import('@zing/vision/models')
const { seeNakedness, seeFaces } = await loadModels()

async function photosIn(folder: string): Promise<Map<string, Buffer>> {
  const files = (await readdir(folder)).filter((file) => /\.(jpe?g|png|webp)$/i.test(file)).sort()
  const entries = files.map(async (file) => [path.parse(file).name, await readFile(path.join(folder, file))] as const)
  return new Map(await Promise.all(entries))
}

async function score(pictures: Iterable<Buffer>): Promise<number[]> {
  const scores: number[] = []
  for (const picture of pictures) scores.push(await seeNakedness(picture))
  return scores
}

const photos = await photosIn(PHOTOS)
const isPerson = (name: string) => name in FACES
const isStatue = (name: string) => name.startsWith('statue-')
const photosThat = (fit: (name: string) => boolean) =>
  [...photos].flatMap(([name, bytes]) => (fit(name) ? [bytes] : []))
const own = process.argv[2]
const scored: Scored[] = [
  { what: 'photos of people', isExplicit: false, scores: await score(photosThat(isPerson)) },
  { what: 'statues, dressed', isExplicit: false, scores: await score(photosThat(isStatue)) },
  {
    what: 'beach and things',
    isExplicit: false,
    scores: await score(photosThat((name) => !isPerson(name) && !isStatue(name))),
  },
  { what: 'drawings of the demo', isExplicit: false, scores: await score(demo) },
  { what: 'plain skin, ten tones', isExplicit: false, scores: await score(skin) },
  ...(own ? await ownPictures(own) : []),
]

async function ownPictures(folder: string): Promise<Scored[]> {
  const [explicit, other] = await Promise.all(['explicit', 'other'].map((name) => photosIn(path.join(folder, name))))
  return [
    { what: 'own pictures, explicit', isExplicit: true, scores: await score(explicit?.values() ?? []) },
    { what: 'own pictures, other', isExplicit: false, scores: await score(other?.values() ?? []) },
  ]
}

console.log(`${reportNakedness(scored)}\n\n${reportFaces(await compareFaces(photos, seeFaces))}`)
