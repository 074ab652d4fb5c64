// Gauges whose values are read when somebody scrapes them.
import { Gauge, type Registry } from 'prom-client'

export interface ReadGauge<Label extends string> {
  name: string
  help: string
  labelNames?: readonly Label[]
  /** Sets the values. */
  read: (gauge: Gauge<Label>) => void | Promise<void>
}

export function addGauge<Label extends string = never>(
  registry: Registry,
  { name, help, labelNames = [], read }: ReadGauge<Label>,
): void {
  const gauge = new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [],
    collect() {
      return read(this)
    },
  })
  registry.registerMetric(gauge)
}
