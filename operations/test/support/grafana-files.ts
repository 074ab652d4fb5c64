// What operations/grafana has: the alerts, and the panels of the dashboard with their queries.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export const GRAFANA_FOLDER = new URL('../../grafana/', import.meta.url)

export interface AlertRule {
  alert: string
  expr: string
}

export interface Panel {
  title: string
  targets?: { expr: string }[]
}

export function readGrafanaFile(name: string): string {
  return readFileSync(new URL(name, GRAFANA_FOLDER), 'utf8')
}

export const alertRules = (
  parse(readGrafanaFile('alerts.yml')) as { groups: { rules: AlertRule[] }[] }
).groups.flatMap((group) => group.rules)

export const { panels } = JSON.parse(readGrafanaFile('dashboard.json')) as { panels: Panel[] }

/** The queries of a panel, as Grafana sends them for all services. */
export function queriesOf({ targets = [] }: Panel): string[] {
  return targets.map(({ expr }) =>
    expr.replaceAll('$__rate_interval', '1m').replaceAll('$service', '.*'),
  )
}
