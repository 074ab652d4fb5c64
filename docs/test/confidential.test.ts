// What the guides and configurations keep from other people of the machine: values in PostgreSQL's log, and files of secrets.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const FAILOVER = read('docs/operations/failover.md')

interface Compose {
  services: { postgres: { command?: string[] } }
}
type Settings = { postgresql: { parameters: Record<string, string | number> } }

test('Each PostgreSQL that the project configures keeps values out of its log', () => {
  const compose = parse(read('docker-compose.yml')) as Compose
  const { spec } = parse(read('operations/kubernetes/base/database.yaml')) as { spec: Settings }
  const [, patroni] = /```yaml\n(ttl: [^]*?)```/.exec(FAILOVER)!
  const configured = [
    Object.fromEntries(
      (compose.services.postgres.command ?? [])
        .filter((word) => word.includes('='))
        .map((word) => word.split('=')),
    ) as object,
    spec.postgresql.parameters,
    (parse(patroni!) as Settings).postgresql.parameters,
  ]
  for (const parameters of configured) {
    expect(parameters).toMatchObject({
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
    })
  }
})

test('A command of the guides that writes a secret into a file lets nobody else read it', () => {
  const guides = globSync(['README.md', 'docs/**/*.md'], { cwd: new URL('../..', import.meta.url) })
  const blocks = guides.flatMap((file) =>
    [...read(file).matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, block]) => block!),
  )
  const writing = blocks.filter(
    (block) =>
      /openssl rand|--confidential|pg_dump/.test(block) && /(>>? *|--file=)[\w./]/.test(block),
  )
  expect(writing.length).toBeGreaterThan(3)
  for (const block of writing) expect(block).toContain('install -m 600')
})
