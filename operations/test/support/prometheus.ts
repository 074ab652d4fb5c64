// A real Prometheus on a free port, which scrapes servers of a test every second.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { stringify } from 'yaml'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'

/** A series with its value at one moment. */
interface SeriesValue {
  labels: Readonly<Record<string, string>>
  value: number
}

interface RuleState {
  name: string
  health: string
  lastError?: string
}

export interface Prometheus {
  /** The series of an expression now. @throws the reason why Prometheus refuses the expression */
  query(expression: string): Promise<SeriesValue[]>
  rules(): Promise<RuleState[]>
  stop(): Promise<void>
}

/** Starts `prometheus`, or the program that PROMETHEUS names. */
export async function startPrometheus(
  addresses: readonly string[],
  rules: string,
): Promise<Prometheus> {
  const [port] = (await freePorts(1)) as [number]
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-prometheus-'))
  const targets = addresses.map((address) => new URL(address).host)
  const settings = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    scrape_configs: [{ job_name: 'ecosystem', static_configs: [{ targets }] }],
    rule_files: ['alerts.yml'],
  }
  await copyFile(rules, join(folder, 'alerts.yml'))
  await writeFile(join(folder, 'prometheus.yml'), stringify(settings))
  const server = spawn(
    process.env.PROMETHEUS ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = once(server, 'close')
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const { status, data, error } = (await response.json()) as ApiResponse<Data>
    if (status !== 'success') throw new Error(`${path}: ${error}`)
    return data
  }
  await vi.waitFor(() => ask('status/runtimeinfo'), TIMEOUT)
  return {
    async query(expression) {
      const { result } = await ask<{ result: { metric: SeriesValue['labels']; value: Sampled }[] }>(
        `query?${new URLSearchParams({ query: expression })}`,
      )
      return result.map(({ metric, value: [, text] }) => ({ labels: metric, value: Number(text) }))
    },
    async rules() {
      const { groups } = await ask<{ groups: { rules: RuleState[] }[] }>('rules')
      return groups.flatMap((group) => group.rules)
    },
    async stop() {
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

interface ApiResponse<Data> {
  status: 'success' | 'error'
  data: Data
  error?: string
}

/** The time, and the value as text. */
type Sampled = [number, string]
