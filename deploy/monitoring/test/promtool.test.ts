import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { which } from '@zing/dev-env/servers/which'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const FOLDER = path.join(ROOT, 'deploy', 'monitoring')
/** Debian has it in the package `prometheus`. */
const promtool = which('promtool')
const run = (...args: string[]) => execFileSync(promtool ?? '', args, { cwd: FOLDER, encoding: 'utf8' })

const Rules = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
const Cases = z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }))
const Tests = z.object({ tests: z.array(z.object({ alert_rule_test: Cases })) })
const read = (file: string): unknown => parse(readFileSync(path.join(FOLDER, file), 'utf8'))

test('every alert has a test in which it fires, and one in which it does not', () => {
  const alerts = Rules.parse(read('alerts.yml')).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const cases = Tests.parse(read('alerts.test.yml')).tests.flatMap(({ alert_rule_test }) => alert_rule_test)
  const tested = (isFiring: boolean) =>
    alerts.filter((alert) => cases.some((one) => one.alertname === alert && one.exp_alerts.length > 0 === isFiring))
  expect(tested(true)).toEqual(alerts)
  expect(tested(false)).toEqual(alerts)
})

describe.skipIf(!promtool)('promtool (Debian: package prometheus)', () => {
  test('the rules are valid', () => {
    expect(run('check', 'rules', 'alerts.yml')).toMatch(/SUCCESS: \d+ rules found/)
  })

  test('the example of a configuration is valid, and finds the rules', () => {
    expect(run('check', 'config', 'prometheus.yml')).toContain('SUCCESS: 1 rule files found')
  })

  test('each alert fires when it should', () => {
    expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  })
})
