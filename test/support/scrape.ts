// What a server shows at /metrics.

export interface Sample {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

export interface Scrape {
  text: string
  samples: readonly Sample[]
  /** The sum of the samples with this name and at least these labels; undefined if there are none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined
}

/** @param address without a path */
export async function scrape(address: string): Promise<Scrape> {
  const response = await fetch(`${address}/metrics`)
  if (!response.ok) throw new Error(`${address}/metrics: ${response.status}`)
  return readScrape(await response.text())
}

/** Reads the Prometheus text format. */
export function readScrape(text: string): Scrape {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readSample)
  return {
    text,
    samples,
    value(name, labels = {}) {
      const found = samples.filter(
        (one) =>
          one.name === name &&
          Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      )
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
    },
  }
}

const SAMPLE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

function readSample(line: string): Sample {
  const { name, labels = '', value } = SAMPLE.exec(line)!.groups!
  const read = [...labels.matchAll(LABEL)].map(([, label, text]) => [label!, text!])
  return {
    name: name!,
    labels: Object.fromEntries(read) as Record<string, string>,
    value: value === '+Inf' ? Infinity : Number(value),
  }
}
