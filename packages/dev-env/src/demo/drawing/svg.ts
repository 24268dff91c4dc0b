export const WIDTH = 1080
export const HEIGHT = 1350

export type Point = readonly [x: number, y: number]
/** A colour, or a colour with its opacity from 0 to 1. */
type Stop = string | readonly [colour: string, opacity: number]

/** Adds attributes to shapes; a plain text is the fill. */
type Style = string | Record<string, string | number>

export function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`
}

export function group(content: string | string[], attributes: Record<string, string | number> = {}): string {
  return `<g${written(attributes)}>${[content].flat().join('')}</g>`
}

export function at(
  x: number,
  y: number,
  content: string | string[],
  { scale = 1, turn = 0, flip = false } = {},
): string {
  const scales = scale !== 1 || flip ? ` scale(${n(flip ? -scale : scale)} ${n(scale)})` : ''
  return group(content, { transform: `translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}${scales}` })
}

export function rect(x: number, y: number, width: number, height: number, style: Style, radius = 0): string {
  const round = radius ? ` rx="${n(radius)}"` : ''
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${round}${written(style)}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, style: Style): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${written(style)}/>`
}

export function circle(x: number, y: number, radius: number, style: Style): string {
  return ellipse(x, y, radius, radius, style)
}

export function path(d: string, style: Style): string {
  return `<path d="${d}"${written(style)}/>`
}

export function polygon(points: readonly Point[], style: Style): string {
  return path(`${points.map(([x, y], index) => `${index ? 'L' : 'M'}${n(x)} ${n(y)}`).join('')}Z`, style)
}

export function line(from: Point, to: Point, stroke: string, width: number): string {
  return path(`M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`, strokeOf(stroke, width))
}

export function strokeOf(stroke: string, width: number): Record<string, string | number> {
  return { fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
}

/** Defines a gradient from top to bottom, or at an angle in degrees; shapes use it as `url(#id)`. */
export function linear(id: string, stops: readonly Stop[], angle = 90): string {
  const turn = angle === 90 ? '' : ` gradientTransform="rotate(${angle - 90} 0.5 0.5)"`
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"${turn}>${stopsOf(stops)}</linearGradient></defs>`
}

/** Defines a gradient from the centre outwards. */
export function radial(id: string, stops: readonly Stop[]): string {
  return `<defs><radialGradient id="${id}">${stopsOf(stops)}</radialGradient></defs>`
}

/** Mixes two colours: `share` of the second. */
export function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((from) => {
    const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(from, from + 2), 16)) as [
      number,
      number,
    ]
    return Math.round(a + (b - a) * share)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => index)
}

/** A number as it is written into a picture: with one decimal at most. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((stop, index) => {
      const [colour, opacity] = typeof stop === 'string' ? [stop, 1] : stop
      return `<stop offset="${n((index / Math.max(1, stops.length - 1)) * 100)}%" stop-color="${colour}" stop-opacity="${opacity}"/>`
    })
    .join('')
}

function written(style: Style): string {
  const attributes = typeof style === 'string' ? { fill: style } : style
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' && name !== 'opacity' ? n(value) : value}"`)
    .join('')
}
