import type { BodyInputOf } from '@zing/proto/endpoint'
import type { registerUser } from '@zing/proto/http/auth'

type Place = Pick<BodyInputOf<typeof registerUser>, 'placeId' | 'placeName'>

/** Places of the demo people, in turns: near each other and further away, a region, a country and none. */
const PLACES: Place[] = [
  { placeId: '2886242', placeName: 'Köln' },
  { placeId: '2946447', placeName: 'Bonn' },
  { placeId: '2897216', placeName: 'Hürth' },
  { placeId: '2886242', placeName: 'Köln' },
  { placeId: '2934246', placeName: 'Düsseldorf' },
  { placeId: '2878234', placeName: 'Leverkusen' },
  { placeId: 'DE.07' },
  { placeId: '2950349', placeName: 'Bergisch Gladbach' },
  { placeId: '3247449', placeName: 'Aachen' },
  { placeId: '2886242', placeName: 'Köln' },
  {},
  { placeId: '2935517', placeName: 'Dortmund' },
  { placeId: '2751283', placeName: 'Maastricht' },
  { placeId: '2832521', placeName: 'Siegburg' },
  { placeId: 'NL' },
  { placeId: '2925533', placeName: 'Frankfurt' },
]

/** The place of the demo person at this index. */
export function placeOfPerson(index: number): Place {
  return PLACES[index % PLACES.length] ?? {}
}
