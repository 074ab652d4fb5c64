// The metrics of several registries as one text.
import type { Registry } from 'prom-client'

/** Groups the lines of each metric, as the Prometheus text format requires. */
export async function mergedMetrics(registries: readonly Registry[]): Promise<string> {
  const texts = await Promise.all(registries.map((registry) => registry.metrics()))
  const merged = new Map<string, string[]>()
  for (const metric of texts.flatMap((text) => text.trimEnd().split('\n\n'))) {
    const [help = '', type = '', ...samples] = metric.split('\n')
    merged.getOrInsertComputed(`${help}\n${type}`, () => []).push(...samples)
  }
  return [...merged].map(([head, samples]) => [head, ...samples, ''].join('\n')).join('\n')
}
