// Settings and the values that they have. docs/test/settings.test.ts has the defaults as the manual shows them.
import { describe, expect, test } from 'vitest'
import { traceLimits } from '#foundation/telemetry/traces/limits.ts'
import { httpSettings } from '#foundation/http/settings.ts'
import { valkeySettings } from '#foundation/limits/settings.ts'
import { readConfig, requiredServiceSecrets, serviceSettings } from '#foundation/process/config.ts'
import { SettingError, type Environment } from '#foundation/settings/setting.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { foreignTokenSettings } from '../../router/settings.ts'
import { identitySettings } from '../../subgraphs/identity/settings.ts'
import { services } from '../../subgraphs/services.ts'
import { readAllSettings } from '../../subgraphs/settings.ts'
import { refusalOf } from './refusal.ts'

const SECRET = 'a secret of at least 32 characters'
const EXTERNAL = 'postgres://ada:hunter2@db.example/ecosystem'

const read = (env: Environment) => readConfig(env, services)

test('Production has no demo data, no explorer, no mail and no foreign origins', () => {
  const production = { NODE_ENV: 'production' }
  expect(readConfig(production, services)).toMatchObject({ production: true, demo: false })
  expect(httpSettings.read(production)).toMatchObject({ graphiql: false, corsOrigins: [] })
  expect(identitySettings.read(production)).toMatchObject({
    mail: undefined,
    logoutToPrivateAddresses: false,
  })
})

test('Elsewhere, there are an explorer and notices to private addresses', () => {
  const everywhere = { graphiql: true, corsOrigins: undefined, trustProxy: [] }
  expect(httpSettings.read({})).toMatchObject({ ...everywhere, responseStallMs: 30_000 })
  expect(identitySettings.read({}).logoutToPrivateAddresses).toBe(true)
})

describe('the settings of every process', () => {
  test('A setting that is empty or blank counts as not set', () => {
    const names = ['HOST', 'ROUTER_PORT', 'ID_BASE_URL', 'DATABASE_URL', 'DEMO', 'SERVICE_SECRET']
    const blank = Object.fromEntries(names.map((name, index) => [name, ' '.repeat(index)]))
    expect(read(blank)).toEqual({ ...read({}), env: blank })
    expect(readAllSettings(blank)).toEqual(readAllSettings({}))
  })

  test('A process of its own without SERVICE_SECRET fails with the name of the setting', () => {
    expect(() => requiredServiceSecrets(read({}))).toThrow(SettingError)
    expect(() => requiredServiceSecrets(read({}))).toThrow(/SERVICE_SECRET must be set.*32/)
    expect(requiredServiceSecrets(read({ SERVICE_SECRET: SECRET }))).toEqual([SECRET])
  })

  const NEXT = 'n'.repeat(32)
  test.each<[what: string, value: string, secrets: string[]]>([
    ['two secrets', `${NEXT},${SECRET}`, [NEXT, SECRET]],
    ['two secrets with white space', ` ${NEXT} , ${SECRET} `, [NEXT, SECRET]],
  ])('SERVICE_SECRET may hold %s', (_what, value, secrets) => {
    expect(requiredServiceSecrets(read({ SERVICE_SECRET: value }))).toEqual(secrets)
  })
})

test('Mail goes to SMTP_URL from MAIL_FROM, in production too', () => {
  const set = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Harbour <id@harbour.example>' }
  const mail = { from: set.MAIL_FROM, to: { smtpUrl: set.SMTP_URL } }
  expect(identitySettings.read(set).mail).toEqual(mail)
  expect(identitySettings.read({ ...set, NODE_ENV: 'production' }).mail).toEqual(mail)
  const settings = identitySettings.read({
    ID_BASE_URL: 'https://id.example',
    DATA_DIR: '/data',
    // As docker-compose.yml gives them when they are not set.
    SMTP_URL: '',
    MAIL_FROM: '',
    LOGOUT_TO_PRIVATE_ADDRESSES: '',
  })
  expect(settings.mail).toEqual({
    from: 'Ecosystem <no-reply@id.example>',
    to: { folder: '/data/mail' },
  })
})

describe('the tokens of a foreign issuer', () => {
  const all = {
    ROUTER_JWKS_URL: 'https://issuer.example/keys/',
    ROUTER_JWT_ISSUER: 'https://issuer.example/',
    ROUTER_JWT_AUDIENCE: 'graph',
  }

  test('All of the settings are read exactly as they are written', () => {
    expect(foreignTokenSettings.read(all)).toEqual({
      jwksUrl: 'https://issuer.example/keys/',
      issuer: 'https://issuer.example/',
      audience: 'graph',
      policiesClaim: 'policies',
    })
    const claim = 'https://issuer.example/policies'
    const other = foreignTokenSettings.read({ ...all, ROUTER_POLICIES_CLAIM: claim })
    expect(other?.policiesClaim).toBe(claim)
  })

  test.each(Object.keys(all))('Without %s, the others are refused', (name) => {
    expect(refusalOf({ ...all, [name]: ' ' }).message).toBe(
      `ROUTER_JWKS_URL, ROUTER_JWT_ISSUER, ROUTER_JWT_AUDIENCE must be set together; missing: ${name}.`,
    )
    expect(refusalOf({ [name]: all[name as keyof typeof all] }).message).toMatch(
      /missing: ROUTER_\w+, ROUTER_\w+\.$/u,
    )
  })
})

describe('the settings of a service', () => {
  test('The URLs of a service follow its port', () => {
    expect(read({ PATH_PORT: '5003' }).services.path).toMatchObject({
      port: 5003,
      baseUrl: 'http://localhost:5003',
    })
  })

  test.each(['https://id.example', 'https://id.example//', 'HTTPS://ID.example:443/'])(
    'The base URL %s is stored as browsers write it, without a slash at its end',
    (url) => {
      expect(read({ ID_BASE_URL: url }).services.identity?.baseUrl).toBe('https://id.example')
    },
  )

  test('Other processes reach a service at its internal URL, by default its public one', () => {
    const PUBLIC = { ID_BASE_URL: 'https://id.example' }
    expect(read(PUBLIC).services.identity?.internalUrl).toBe('https://id.example')
    const both = { ...PUBLIC, ID_INTERNAL_URL: 'http://identity:7000/' }
    expect(read(both).services.identity).toMatchObject({
      baseUrl: 'https://id.example',
      internalUrl: 'http://identity:7000',
    })
    expect(identitySettings.read(both).issuer).toBe('https://id.example')
  })

  test('A service uses its own database, or the shared one', () => {
    const { identity, path } = read({
      DATABASE_URL: EXTERNAL,
      PATH_DATABASE_URL: 'postgresql://db.example/path',
    }).services
    expect(identity).toMatchObject({
      databaseUrl: EXTERNAL,
      databaseSetting: 'DATABASE_URL',
    })
    expect(path).toMatchObject({
      databaseUrl: 'postgresql://db.example/path',
      databaseSetting: 'PATH_DATABASE_URL',
    })
  })

  test('Settings of an unknown service are refused', () => {
    expect(() => serviceSettings(read({}), 'casino')).toThrow('There is no service casino.')
  })
})

describe('where people type their passwords in production', () => {
  const production = { NODE_ENV: 'production' }

  test.each(['http://id.example', 'http://identity:7000', 'http://10.0.0.1', 'http://localhost.x'])(
    '%s is refused',
    (url) => {
      const { message } = refusalOf({ ...production, ID_BASE_URL: url })
      expect(message).toMatch(`ID_BASE_URL is ${url}, but must begin with https:// in production`)
      expect(identitySettings.read({ ID_BASE_URL: url }).issuer).toBe(url)
    },
  )

  test.each([
    'https://id.example',
    'http://localhost:7000',
    'http://127.0.0.1:7000',
    'http://127.1.2.3',
    'http://[::1]:7000',
  ])('%s is a valid ID_BASE_URL in production', (url) => {
    expect(identitySettings.read({ ...production, ID_BASE_URL: url }).issuer).toBe(url)
  })

  test('The URL that only other processes use may be plain http', () => {
    const internal = { ...production, ID_INTERNAL_URL: 'http://identity:7000' }
    expect(identitySettings.read(internal).issuer).toBe('http://localhost:7000')
  })
})

test('A Valkey may be named by its own scheme or that of Redis', () => {
  const valkeyUrl = (VALKEY_URL: string) => valkeySettings.read({ VALKEY_URL }).url
  expect(valkeyUrl('valkey://cache.example')).toBe('redis://cache.example')
  expect(valkeyUrl('valkeys://:hunter2@cache.example:6380/1')).toBe(
    'rediss://:hunter2@cache.example:6380/1',
  )
  expect(valkeyUrl('rediss://cache.example')).toBe('rediss://cache.example')
})

describe('demo data', () => {
  test.each([
    ['the embedded database', {}, true],
    ['a database that somebody runs', { DATABASE_URL: EXTERNAL }, false],
    [
      'such databases for each service',
      Object.fromEntries(services.map(({ settings }) => [`${settings}_DATABASE_URL`, EXTERNAL])),
      false,
    ],
    ['such a database for one service', { PATH_DATABASE_URL: EXTERNAL }, false],
    ['such a database, where asked for', { DATABASE_URL: EXTERNAL, DEMO: '1' }, true],
    ['the embedded database, where declined', { DEMO: '0' }, false],
  ])('Demo data is on or off with %s', (_where, env, demo) => {
    expect(read(env).demo).toBe(demo)
  })

  test('DEMO=1 is refused in production', () => {
    const { message } = refusalOf({ NODE_ENV: 'production', DEMO: '1' })
    expect(message).toContain('DEMO must be 0 in production')
  })
})

test.each([
  'postgres://ada:a,comma@db.example/ecosystem?sslmode=verify-full',
  'postgres://db.example/one,two?options=-c%20a,b',
])('DATABASE_URL takes %s, whose commas separate no hosts', (url) => {
  expect(read({ DATABASE_URL: url }).services.path?.databaseUrl).toBe(url)
})

test.each([
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'app://obsidian.md',
  'app://-',
  'com.example.app://localhost:8080',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://0b0a8a6c-9f34-4a1e-8b7d-0a4b1d1c2e3f',
  'http://[::1]:3000',
])('CORS_ORIGINS takes %s, as web views and extensions send it', (origin) => {
  expect(httpSettings.read({ CORS_ORIGINS: origin }).corsOrigins).toEqual([origin])
})

test('Lists are split at commas, and blanks around items are ignored', () => {
  const { corsOrigins, trustProxy } = httpSettings.read({
    CORS_ORIGINS: ' https://a.example , ,https://b.example,',
    TRUST_PROXY: '10.0.0.0/8',
  })
  expect(corsOrigins).toEqual(['https://a.example', 'https://b.example'])
  expect(trustProxy).toEqual(['10.0.0.0/8'])
})

test.each<[what: string, settings: Environment, otlp: unknown]>([
  ['traces', {}, { protocol: 'http/protobuf' }],
  ['nothing', { OTEL_SDK_DISABLED: 'True' }, undefined],
  ['traces', { OTEL_SDK_DISABLED: '1' }, { protocol: 'http/protobuf' }],
  ['nothing', { OTEL_TRACES_EXPORTER: 'none' }, undefined],
])('With an endpoint, a process sends %s: %j', (_what, settings, otlp) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', ...settings }
  expect(telemetrySettings.read(env).otlp).toEqual(otlp)
})

test('A bound of spans in the environment counts instead of ours', () => {
  const { batches, spans } = traceLimits({
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
    OTEL_ATTRIBUTE_COUNT_LIMIT: '5',
  })
  expect(batches).toEqual({ maxExportBatchSize: 512, exportTimeoutMillis: 10_000 })
  expect(spans).toEqual({ attributeValueLengthLimit: 200, linkCountLimit: 1, eventCountLimit: 1 })
})
