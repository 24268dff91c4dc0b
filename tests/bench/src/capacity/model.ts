/** Operations that the simulation runs and the benchmark measures, each as one user's client does it. */
export const OPERATIONS = [
  'app start',
  'message',
  'feed page',
  'messages page',
  'photo',
  'like',
  'login',
  'registration',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** An assumed day of one daily user; everything else follows from it and from measured costs. */
export const PER_DAY: Record<Operation, number> = {
  'app start': 4,
  message: 20,
  'feed page': 8,
  'messages page': 6,
  photo: 60,
  like: 15,
  login: 0.1,
  registration: 0.01,
}
export const MINUTES_PER_START = 6
/** Share of a day's operations in its busiest hour; an even day would have 1/24. */
export const BUSIEST_HOUR = 0.1
/** Ratio of the busiest minute of that hour to its mean minute. */
export const BUSIEST_MINUTE = 1.5

export interface Load {
  dailyUsers: number
  /** Operations per second in the busiest minute. */
  perSecond: Record<Operation, number>
  /** Open sockets in the busiest minute. */
  sockets: number
  perYear: Record<Operation, number>
}

export function loadOf(dailyUsers: number): Load {
  const perSecond = mapOperations((name) => (dailyUsers * PER_DAY[name] * BUSIEST_HOUR * BUSIEST_MINUTE) / 3_600)
  return {
    dailyUsers,
    perSecond,
    sockets: perSecond['app start'] * MINUTES_PER_START * 60,
    perYear: mapOperations((name) => dailyUsers * PER_DAY[name] * 365),
  }
}

export function mapOperations<T>(of: (name: Operation) => T): Record<Operation, T> {
  return Object.fromEntries(OPERATIONS.map((name) => [name, of(name)])) as Record<Operation, T> // has every operation
}
