import { writeChecksums } from './write/checksums.ts'
import { packNames } from './write/pack-names.ts'
import { packTowns } from './write/pack-towns.ts'
import { readPlaces } from './write/read-places.ts'

// `npm run places`: writes the lists of places from the packages of npm that carry them.
const places = readPlaces()
packTowns(places)
packNames(places)
writeChecksums()
