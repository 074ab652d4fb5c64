// The certificates that servers present, as /metrics shows their end.
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { readCertificateExpiry } from '#foundation/process/served-certificate.ts'
import { measureCertificates } from '#foundation/service/certificate-metrics.ts'
import { createAuthority, createCertificate } from '#test/certificates.ts'
import { readScrape } from '#test/scrape.ts'
import { subgraphs } from '../../subgraphs/index.ts'

let folder: string
let url: string
let expiry: Date
const server = createServer()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-certificates-'))
  const authority = await createAuthority(folder, 'ours')
  const expired = await createCertificate(folder, 'expired', { authority, days: -1 })
  const cert = await readFile(expired.cert)
  server.setSecureContext({ cert, key: await readFile(expired.key) })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `https://localhost:${(server.address() as AddressInfo).port}`
  expiry = new Date(new X509Certificate(cert).validTo)
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('the expiry of a certificate is read, even in the past', async () => {
  expect(await readCertificateExpiry(url)).toEqual(expiry)
})

test('a URL without TLS, or without a server, has no certificate expiry', async () => {
  const { port } = new URL(url)
  await expect(readCertificateExpiry(`postgres://localhost:${port}`)).rejects.toThrow()
  server.close()
  await once(server, 'close')
  await expect(readCertificateExpiry(url)).rejects.toThrow()
  await once(server.listen(Number(port), '127.0.0.1'), 'listening')
})

test('a service shows the certificate expiry only of its URLs with TLS', async () => {
  const config = readConfig({ MARKET_BASE_URL: url }, subgraphs)
  const shown = async (service: string) => {
    const registry = new Registry()
    measureCertificates({ config, service, databaseUrl: 'postgres://localhost/x' }, registry)
    return readScrape(await registry.metrics()).samples
  }
  expect(await shown('market')).toEqual([
    {
      name: 'certificate_expiry_timestamp_seconds',
      labels: { of: 'public' },
      value: expiry.getTime() / 1_000,
    },
  ])
  expect(await shown('path')).toEqual([])
})
