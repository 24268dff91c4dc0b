import type { FoundPlace } from '@zing/proto/places/place'

export const cologne: FoundPlace = {
  id: '2886242',
  name: 'Köln',
  kind: 'town',
  region: 'North Rhine-Westphalia',
  country: 'Germany',
}
export const lisbon: FoundPlace = { id: '2267057', name: 'Lisbon', kind: 'town', region: 'Lisbon', country: 'Portugal' }
export const bavaria: FoundPlace = { id: 'DE.02', name: 'Bavaria', kind: 'region', country: 'Germany' }
export const germany: FoundPlace = { id: 'DE', name: 'Germany', kind: 'country' }
