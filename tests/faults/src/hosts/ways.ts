import { ROOT } from '@zing/dev-env/root'
import { runFaults } from '../nemesis/run-faults.ts'
import { createRandom } from '../random.ts'
import type { HostsRun } from '../run.ts'
import type { HostsArgs } from './args.ts'
import { checkFailovers, failoversOf } from './failovers.ts'
import { formatFailovers } from './format-failovers.ts'
import { planHostFaults } from './plan-host-faults.ts'
import { checkRemovals, formatRemovals, removalsOf } from './removals.ts'
import { rollHosts } from './roll-hosts.ts'
import type { HostsProduct } from './start-hosts.ts'

/** A kind of run: it happens to the hosts, is judged, and has a summary. */
type Way = Omit<HostsRun<HostsProduct>, 'start'> & { summary(): string }

/** Hosts fail in turn. */
export function failHosts({ seed, seconds }: HostsArgs): Way {
  let summary = ''
  return {
    async disturb({ hosts }, { history, log }) {
      const names = hosts.map(({ name }) => name)
      await runFaults(planHostFaults(createRandom(seed), names, seconds), hosts, history, log)
    },
    check(records) {
      summary = formatFailovers(failoversOf(records))
      return checkFailovers(records)
    },
    summary: () => summary,
  }
}

/** Hosts are taken out on purpose: with an older version, to this one and back. */
export function removeHosts(checkout: string): Way {
  let summary = ''
  return {
    async disturb(product, context) {
      for (const next of checkout === ROOT ? [ROOT] : [ROOT, checkout])
        await rollHosts(product, { ...context, checkout: next })
    },
    check(records) {
      summary = formatRemovals(removalsOf(records))
      return checkRemovals(records)
    },
    summary: () => summary,
  }
}
