import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, register } from 'prom-client'

const PREFIX = 'nodejs_eventloop_lag'
const NEVER_MS = 2 ** 31 - 1
const NANOSECONDS = 1e9

/**
 * Collects the default metrics of prom-client, but measures the event loop's lag once per iteration. The timer of prom-client
 * would wake an idle process a hundred times a second. Returns a function to call before each scrape.
 */
export function collectProcessMetrics(): () => void {
  collectDefaultMetrics({ eventLoopMonitoringPrecision: NEVER_MS })
  for (const { name } of register.getMetricsAsArray()) if (name.startsWith(PREFIX)) register.removeSingleMetric(name)
  return createLagSampler()
}

/** Sets the gauges from the iterations since the last call, or to 0 if there were none. */
function createLagSampler(): () => void {
  const histogram = monitorEventLoopDelay({ samplePerIteration: true })
  histogram.enable()
  const mean = lagGauge('mean')
  const max = lagGauge('max')
  const percentiles = [50, 90, 99].map((percentile) => ({ percentile, gauge: lagGauge(`p${percentile}`) }))

  return () => {
    const hasSamples = histogram.count > 0
    mean.set(hasSamples ? histogram.mean / NANOSECONDS : 0)
    max.set(hasSamples ? histogram.max / NANOSECONDS : 0)
    for (const { percentile, gauge } of percentiles) {
      gauge.set(hasSamples ? histogram.percentile(percentile) / NANOSECONDS : 0)
    }
    histogram.reset()
  }
}

function lagGauge(part: string): Gauge {
  return new Gauge({
    name: `${PREFIX}_${part}_seconds`,
    help: 'Iterations of the event loop since the last scrape, without the time in which it waited',
  })
}
