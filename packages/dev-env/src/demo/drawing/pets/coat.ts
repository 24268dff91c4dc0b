import type { Light } from '../light.ts'
import { mix } from '../svg.ts'

export interface Coat {
  fur: string
  /** Muzzle, chest and paws. */
  pale: string
  /** Ears and spots. */
  dark: string
}

const SHADE = 0.2

/** Returns the colours of a coat in this light. */
export function coatIn(light: Light, { fur, pale, dark }: Coat): Coat {
  const shade = (colour: string) => (light.isDark ? mix(colour, light.near, SHADE) : colour)
  return { fur: shade(fur), pale: shade(pale), dark: shade(dark) }
}
