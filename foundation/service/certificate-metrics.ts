// The metrics of the certificates of a service and its database.
import type { Registry } from 'prom-client'
import { parseDatabaseUrl } from '#foundation/database/address/database-url.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import { readCertificateExpiry } from '#foundation/process/served-certificate.ts'
import { boundedReading } from '#foundation/telemetry/metrics/bounded-reading.ts'
import { addGauge } from '#foundation/telemetry/metrics/read-gauge.ts'

/** Read once an hour, because a certificate lasts for weeks. */
const READ = { keepMs: 3_600_000, deadlineMs: 2_000 }

interface Certified {
  config: Pick<Config, 'services'>
  service: string
  databaseUrl: string
}

/** Adds the expiry of the certificates at those URLs of a service that have TLS. */
export function measureCertificates(certified: Certified, registry: Registry): void {
  const expiries = Object.entries(addressesOf(certified)).map(([of, url]) => {
    return { of, read: boundedReading(() => readCertificateExpiry(url), READ) }
  })
  addGauge(registry, {
    name: 'certificate_expiry_timestamp_seconds',
    help: 'When the certificate expires that the service presents (public, internal), or its database.',
    labelNames: ['of'],
    async read(gauge) {
      const found = await Promise.all(
        expiries.map(async ({ of, read }) => ({ of, expiry: await read() })),
      )
      gauge.reset()
      for (const { of, expiry } of found) if (expiry) gauge.set({ of }, expiry.getTime() / 1_000)
    },
  })
}

/** The different URLs with TLS, by the value of the label. */
function addressesOf({ config, service, databaseUrl }: Certified): Record<string, string> {
  const { baseUrl, internalUrl } = serviceSettings(config, service)
  return {
    ...(isHttps(baseUrl) && { public: baseUrl }),
    ...(isHttps(internalUrl) && internalUrl !== baseUrl && { internal: internalUrl }),
    ...(parseDatabaseUrl(databaseUrl).ssl && { database: databaseUrl }),
  }
}

function isHttps(url: string): boolean {
  return url.startsWith('https:')
}
