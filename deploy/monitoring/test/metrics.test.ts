import { readFileSync } from 'node:fs'
import path from 'node:path'
import '@zing/admin/metrics'
import '@zing/chat/metrics'
import '@zing/gateway/metrics'
import '@zing/social/metrics'
import '@zing/vision/metrics'
import { ROOT } from '@zing/dev-env/root'
import { metricsOf } from '@zing/kit/observability/metrics'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { endpointsOf } from '@zing/proto/routes'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { namesIn } from './promql.ts'

const METRICS = path.join(ROOT, 'deploy', 'monitoring')
const PROCESSES: string[] = PROCESS_NAMES

const Rule = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string().min(1), runbook_url: z.string() }),
})
const Alerts = z.object({ groups: z.array(z.object({ rules: z.array(Rule) })) })
const Panel = z.object({
  id: z.int(),
  title: z.string(),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
})
const Dashboard = z.object({ panels: z.array(Panel) })
const Scrape = z.object({
  scrape_configs: z.array(
    z.object({ job_name: z.string(), dns_sd_configs: z.array(z.object({ names: z.array(z.string()) })) }),
  ),
})

const alerts = Alerts.parse(parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules)
const panels = Dashboard.parse(JSON.parse(read('dashboard.json'))).panels

function read(file: string): string {
  return readFileSync(path.join(METRICS, file), 'utf8')
}

interface Query {
  where: string
  expr: string
  /** The legend or summary, with labels. */
  text: string
}
const queries: Query[] = [
  ...alerts.map(({ alert, expr, annotations }) => ({ where: alert, expr, text: annotations.summary })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ where: title, expr, text: legendFormat })),
  ),
]

/** Returns every series that a process can export, with its labels. */
function exportedSeries(): Map<string, string[]> {
  void metricsOf('test') // registers the process metrics
  const everywhere = ['service', 'job', 'instance'] // the first is our default label, the others come from Prometheus
  const series = new Map([['up', ['job', 'instance']]])
  for (const metric of register.getMetricsAsArray()) {
    const { labelNames = [] } = metric as { labelNames?: string[] } // present on every kind; the types do not declare it
    const labels = [...everywhere, ...labelNames]
    series.set(metric.name, labels)
    if (String(metric.type) !== 'histogram') continue
    series.set(`${metric.name}_bucket`, [...labels, 'le'])
    for (const suffix of ['_count', '_sum']) series.set(`${metric.name}${suffix}`, labels)
  }
  return series
}

test('every metric and label of the dashboard and the alerts is exported by a process', () => {
  const exported = exportedSeries()
  const unknown = queries.flatMap(({ where, expr, text }) => {
    const { selectors, groupings } = namesIn(expr)
    const metrics = selectors.filter(({ metric }) => !exported.has(metric)).map(({ metric }) => `${where}: ${metric}`)
    const matched = selectors.flatMap(({ metric, matchers }) =>
      matchers
        .filter(({ label }) => !exported.get(metric)?.includes(label))
        .map(({ label }) => `${where}: ${metric}{${label}}`),
    )
    const all = selectors.flatMap(({ metric }) => exported.get(metric) ?? [])
    const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z]\w*)\s*\}\}/g)].map(([, label = '']) => label)
    const left = groupings.length > 0 ? groupings : all
    return [
      ...metrics,
      ...matched,
      ...groupings.filter((label) => !all.includes(label)).map((label) => `${where}: by (${label})`),
      ...shown.filter((label) => !left.includes(label)).map((label) => `${where}: shows {{${label}}}`),
    ]
  })
  expect(unknown).toEqual([])
  expect(queries.length).toBeGreaterThan(alerts.length)
})

test('every metric of vision and of the pictures that wait for it has a panel', () => {
  const metrics = [...exportedSeries().keys()].filter((name) => /^zing_(?:vision|pictures)_/.test(name))
  const shown = panels.flatMap(({ targets }) => targets).flatMap(({ expr }) => namesIn(expr).selectors)
  const isShown = (name: string) => shown.some(({ metric }) => metric === name || metric === `${name}_bucket`)
  const names = metrics.filter((name) => !/_(?:bucket|count|sum)$/.test(name))
  expect(names.filter((name) => !isShown(name))).toEqual([])
  expect(names).toContain('zing_vision_picture_seconds')
})

test('every route and service in a query exists', () => {
  const paths = Object.values(endpointsOf).flatMap((endpoints) => endpoints.map(({ path }) => path))
  const wrong = queries.flatMap(({ where, expr }) =>
    namesIn(expr)
      .selectors.flatMap(({ matchers }) => matchers)
      .filter(({ label, value }) => {
        const values = value
          .replace(/^(.*)\((.*)\)$/, (_all, start, ends) => ends.replace(/(^|\|)/g, `$1${start}`))
          .split('|')
        if (label === 'route') return values.some((route) => route !== 'other' && !paths.includes(route))
        return label === 'service' && value !== '$service' && values.some((name) => !PROCESSES.includes(name))
      })
      .map(({ label, value }) => `${where}: ${label} ${value}`),
  )
  expect(wrong).toEqual([])
})

test('each alert has duration, severity and heading in operations.md; each heading has an alert', () => {
  const [, section = ''] =
    /^## Alerts\n(.*?)^## /ms.exec(readFileSync(path.join(ROOT, 'docs', 'operations.md'), 'utf8')) ?? []
  const headings = [...section.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(alerts.map(({ alert }) => alert))
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
})

test('Prometheus scrapes every process', () => {
  const jobs = Scrape.parse(parse(read('prometheus.yml'))).scrape_configs
  expect(jobs.map(({ job_name }) => job_name)).toEqual(['zing']) // the alerts select job="zing"
  const names = jobs.flatMap(({ dns_sd_configs }) => dns_sd_configs.flatMap((config) => config.names))
  expect(names, 'names in prometheus.yml, in the order of proto/src/processes.ts').toEqual(PROCESSES)
})

test('every panel of the dashboard has an id of its own', () => {
  const ids = panels.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})
