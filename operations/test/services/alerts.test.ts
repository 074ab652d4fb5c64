// The alerts of operations/grafana, by promtool and by the manual.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { alertRules, GRAFANA_FOLDER, readGrafanaFile } from '../support/grafana-files.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

const run = promisify(execFile)
const cwd = fileURLToPath(GRAFANA_FOLDER)
const PAGE = readFileSync('docs/operations/alerts.md', 'utf8')
const METRICS = readFileSync('docs/operations/health-and-metrics.md', 'utf8')

interface RuleTest {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[]
}

test('promtool accepts the alerts, and their tests pass', async () => {
  await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd })
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd })
})

test('Prometheus accepts the configuration of the manual, which names every server', async () => {
  const [, text] = /```yaml\n(# prometheus\.yml\n[^]*?)```/.exec(PAGE)!
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-prometheus-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(new URL('alerts.yml', GRAFANA_FOLDER), join(folder, 'alerts.yml'))
  await writeFile(join(folder, 'prometheus.yml'), text!)
  await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder })
  const ports = [4000, ...subgraphs.map(({ port }) => port)]
  const targets = [...text!.matchAll(/- 127\.0\.0\.1:(\d+)$/gm)].map(([, port]) => Number(port))
  expect(new Set(targets)).toEqual(new Set(ports))
  expect(text).toContain('job_name: ecosystem\n')
})

test('each alert has a test in which it fires, and one in which it does not', () => {
  const { tests } = parse(readGrafanaFile('alerts.test.yml')) as { tests: RuleTest[] }
  const tested = tests.flatMap(({ alert_rule_test: cases }) => cases)
  for (const { alert } of alertRules) {
    const counts = tested
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts: expected }) => expected.length)
    expect(counts, alert).toContain(0)
    expect(Math.max(...counts), alert).toBeGreaterThan(0)
  }
})

test('the manual says for each alert what to do, and names no other', () => {
  const described = [...PAGE.matchAll(/^\*\*(\w+)\.\*\* \S.{100}/gm)].map(([, name]) => name)
  expect(described).toEqual(alertRules.map(({ alert }) => alert))
})

test('the alerts use metrics and labels that the manual lists', () => {
  const listed = [...METRICS.matchAll(/(?<=^\| [^|\n]*)`([a-z_]+)(?:\{([a-z,]+)\})?`/gm)]
  const labels = new Map(listed.map(([, name, names = '']) => [name!, names.split(',')]))
  for (const { alert, expr } of alertRules) {
    const used = [...expr.matchAll(/([a-z_]\w+)(?:\{([^}]*)\})?(?=[[\s)]|$)/g)]
    const metrics = used.filter(([, name]) =>
      /_(total|seconds|bucket|count|rows|open|role)$/.test(name!),
    )
    expect(metrics.length + Number(alert === 'ProcessDown'), alert).toBeGreaterThan(0)
    for (const [, name, matchers = ''] of metrics) {
      const whole = labels.has(name!) ? name! : name!.replace(/_(bucket|count)$/, '')
      const isOurs = !/^(nodejs|process)_/.test(whole)
      if (isOurs) expect([...labels.keys()], alert).toContain(whole)
      for (const [, label] of matchers.matchAll(/(\w+)\s*[!=]/g)) {
        expect(labels.get(whole), `${alert}: ${whole}`).toContain(label)
      }
    }
  }
})
