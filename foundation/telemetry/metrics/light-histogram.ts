// A histogram for events that happen thousands of times a second. That of prom-client creates an object and a text of
// the labels for each observation, to find its series.
import type { MetricValueWithName, Registry } from 'prom-client'

export interface LightHistogramOptions {
  name: string
  help: string
  /** The only label of the histogram. */
  label: string
  /** The maximum number of values of the label. Further ones are counted as `other`. */
  maxValues: number
  /** The upper bounds of the buckets, in ascending order. */
  buckets: readonly number[]
}

const OTHER = 'other'

/** The observations with one value of the label. */
class Series {
  readonly value: string
  sum = 0
  readonly counts: Float64Array
  readonly #buckets: readonly number[]

  constructor(value: string, buckets: readonly number[]) {
    this.value = value
    this.#buckets = buckets
    this.counts = new Float64Array(buckets.length + 1)
  }

  observe(value: number): void {
    let bucket = 0
    while (bucket < this.#buckets.length && value > this.#buckets[bucket]!) bucket += 1
    this.counts[bucket]! += 1
    this.sum += value
  }
}

export class LightHistogram {
  readonly #options: LightHistogramOptions
  readonly #series = new Map<string, Series>()

  constructor(options: LightHistogramOptions) {
    this.#options = options
  }

  /** Adds the histogram to a registry, which uses only these members of a metric. */
  addTo(registry: Registry): void {
    const { name } = this.#options
    registry.registerMetric({ name, get: () => Promise.resolve(this.#read()) } as never)
  }

  series(value: string): Series {
    return this.#series.get(value) ?? this.#add(value)
  }

  #add(value: string): Series {
    const { buckets, maxValues } = this.#options
    const added = this.#series.size < maxValues ? value : OTHER
    return this.#series.getOrInsertComputed(added, () => new Series(added, buckets))
  }

  #read() {
    const { help, name } = this.#options
    const values = [...this.#series.values()].flatMap((series) => this.#valuesOf(series))
    return { help, name, type: 'histogram', aggregator: 'sum', values }
  }

  #valuesOf({ counts, sum, value: labelValue }: Series): MetricValueWithName<string>[] {
    const { buckets, label, name } = this.#options
    const labels = { [label]: labelValue }
    let count = 0
    const ofBuckets = [...buckets, '+Inf'].map((le, bucket) => {
      count += counts[bucket]!
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...ofBuckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
