import type { ConstantRate } from '../load/constant-rate.ts'
import { type Result, result } from '../results/result.ts'
import { RATES, type SideRound } from './measure-side.ts'

/** Highest ratio of product to ejabberd in processor time per message, at saturation. */
const MAX_CPU_RATIO = 1.5
/** Highest ratio of peer to product in messages/s, at saturation. The product must reach 0.7 of ejabberd's rate. */
const MAX_RATE_RATIO = { ejabberd: 1 / 0.7, baseline: 1 }

/** Lists the product's results beside a peer, whose name and numbers replace the baseline's. */
export function resultsBeside(name: string, product: SideRound[], peer: SideRound[]): Result[] {
  const note = `baseline: ${name}`
  const of = (value: (round: SideRound) => number) => ({ product: product.map(value), baseline: peer.map(value) })
  const rate = of(({ max }) => max.perSecond)
  const cpu = of(({ max }) => max.cpuPerMessage)
  const [isEjabberd, isBaseline] = [name.startsWith('ejabberd'), name.startsWith('baseline')]
  const rateBudget = isEjabberd ? MAX_RATE_RATIO.ejabberd : isBaseline ? MAX_RATE_RATIO.baseline : undefined
  return [
    result(`beside ${name}: messages/s at saturation`, '/s', rate, { note }),
    result('  rate of the peer, to that of the product', 'times', ratioOf(rate.baseline, rate.product), {
      budget: rateBudget,
    }),
    result('  processor time per message, with database and broker', 'ms', cpu),
    result('  time of the product, to that of the peer', 'times', ratioOf(cpu.product, cpu.baseline), {
      budget: isEjabberd ? MAX_CPU_RATIO : undefined,
    }),
    ...RATES.flatMap((perSecond) => {
      const at = (value: (round: ConstantRate) => number) => {
        const pick = ({ atRate }: SideRound) => {
          const round = atRate.get(perSecond)
          return round ? [value(round)] : []
        }
        return { product: product.flatMap(pick), baseline: peer.flatMap(pick) }
      }
      return [
        result(
          `  send to shown, ${perSecond} messages/s, p50`,
          'ms',
          at(({ p50 }) => p50),
        ),
        result(
          '    p99',
          'ms',
          at(({ p99 }) => p99),
        ),
        result(
          '    processor time per message',
          'ms',
          at(({ cpuPerMessage }) => cpuPerMessage),
        ),
      ]
    }),
  ]
}

function ratioOf(values: number[], others: number[]): { product: number[]; baseline: number[] } {
  return { product: values.map((value, round) => value / (others[round] ?? Number.NaN)), baseline: [] }
}
