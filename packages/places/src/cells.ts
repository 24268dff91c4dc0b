import { DEGREE_KM, UNITS_PER_DEGREE } from './data/kilometres.ts'
import { townAt, towns } from './data/towns.ts'

/** Two grids, whose cells are about 40 and 200 km wide and high. The fine one is for short distances. */
const GRIDS = [
  { name: 'f', rowsToPole: Math.round((90 * DEGREE_KM) / 40), upToKm: 50 },
  { name: 'c', rowsToPole: Math.round((90 * DEGREE_KM) / 200), upToKm: Number.POSITIVE_INFINITY },
] as const
type Grid = (typeof GRIDS)[number]
/** Above any error of the arithmetic; more cells than needed do no harm. */
const MARGIN_DEGREES = 1e-6
const RADIANS = Math.PI / 180

/** The cell of a town in each grid; none for an unknown town. Towns of a cell are near each other, but only about. */
export function cellsOf(townId: string) {
  const centre = centreOf(townId)
  if (!centre) return []
  return GRIDS.map((grid) => {
    const row = rowOf(grid, centre.latitude)
    return cellName(grid, row, columnOf(grid, row, centre.longitude))
  })
}

/** The cells of one grid that hold every town less than `km` away, with others. None for an unknown town. */
export function cellsAround(townId: string, km: number) {
  const centre = centreOf(townId)
  const grid = GRIDS.find(({ upToKm }) => km <= upToKm)
  if (!centre || !grid) return []
  const degrees = km / DEGREE_KM + MARGIN_DEGREES
  const width = longitudesAround(centre.latitude, degrees)
  const rows = rangeOf(rowOf(grid, centre.latitude - degrees), rowOf(grid, centre.latitude + degrees))
  return rows.flatMap((row) => {
    const first = columnOf(grid, row, centre.longitude - width)
    const count = columnsIn(grid, row)
    const last = columnOf(grid, row, centre.longitude + width)
    const columns = width >= 180 ? count - 1 : (last - first + count) % count
    return rangeOf(0, columns).map((next) => cellName(grid, row, (first + next) % count))
  })
}

function centreOf(townId: string) {
  const town = townAt(townId)
  if (town < 0) return null
  const { latitudes, longitudes } = towns()
  const [latitude, longitude] = [Number(latitudes[town]), Number(longitudes[town])]
  return { latitude: latitude / UNITS_PER_DEGREE, longitude: longitude / UNITS_PER_DEGREE }
}

/** Half of the longitudes that a circle around a latitude spans: all of them, if a pole is inside. */
function longitudesAround(latitude: number, degrees: number) {
  if (Math.abs(latitude) + degrees >= 90) return 180
  const sine = Math.sin(degrees * RADIANS) / Math.cos(latitude * RADIANS)
  return Math.asin(sine) / RADIANS + MARGIN_DEGREES
}

function rowOf({ rowsToPole }: Grid, latitude: number) {
  const row = Math.floor((latitude / 90) * rowsToPole)
  return Math.min(Math.max(row, -rowsToPole), rowsToPole - 1)
}

function columnOf(grid: Grid, row: number, longitude: number) {
  const turns = longitude / 360
  const count = columnsIn(grid, row)
  return Math.min(Math.floor((turns - Math.floor(turns)) * count), count - 1)
}

/** The columns of a row, whose cells are about as wide as high. */
function columnsIn({ rowsToPole }: Grid, row: number) {
  const latitude = ((row + 0.5) / rowsToPole) * 90
  return Math.max(1, Math.round(4 * rowsToPole * Math.cos(latitude * RADIANS)))
}

function cellName({ name }: Grid, row: number, column: number) {
  return `${name}${row}:${column}`
}

function rangeOf(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}
