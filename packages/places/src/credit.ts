/** The licence CC BY 4.0 asks for it wherever places are offered. */
export const CREDIT = { source: 'GeoNames', href: 'https://www.geonames.org/', license: 'CC BY 4.0' } as const
