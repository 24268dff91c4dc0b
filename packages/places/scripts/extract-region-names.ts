import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '@zing/proto/community/languages'

// Writes region-names.json from the unpacked `iso3166-2-db` 2.3.11 (MIT), which is too large for a dependency: 283 MB.
// Usage: npm pack iso3166-2-db@2.3.11, unpack it, then: node packages/places/scripts/extract-region-names.ts <its folder>
interface SourceRegion {
  /** The code of GeoNames within the country. */
  admin?: string
  names: Record<string, string>
}

const folder = process.argv[2]
if (!folder) throw new Error('name the folder of iso3166-2-db')
const source: Record<string, { regions?: SourceRegion[] }> = JSON.parse(
  readFileSync(path.join(folder, 'data', 'iso3166-2.json'), 'utf8'),
)

const names: Record<string, Record<string, string>> = {}
for (const [country, { regions = [] }] of Object.entries(source)) {
  for (const region of regions) {
    const kept = LANGUAGES.flatMap((language) => (region.names[language] ? [[language, region.names[language]]] : []))
    if (region.admin && kept.length > 0) names[`${country}.${region.admin}`] = Object.fromEntries(kept)
  }
}

const lines = Object.keys(names)
  .sort()
  .map((id) => `  ${JSON.stringify(id)}: ${JSON.stringify(names[id])}`)
writeFileSync(new URL('region-names.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
