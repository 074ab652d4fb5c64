// Settings: their values, and the errors of invalid ones. docs/test/settings.test.ts has the defaults as the manual shows them.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { traceLimits } from '#foundation/telemetry/traces/limits.ts'
import { httpSettings } from '#foundation/http/settings.ts'
import { valkeySettings } from '#foundation/limits/settings.ts'
import { readConfig, requiredServiceSecrets, serviceSettings } from '#foundation/process/config.ts'
import { SettingError, type Environment } from '#foundation/settings/setting.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { foreignTokenSettings } from '../router/settings.ts'
import { identitySettings } from '../subgraphs/identity/settings.ts'
import { services } from '../subgraphs/services.ts'
import { readAllSettings, readSystemConfig } from '../subgraphs/settings.ts'

const SECRET = 'a secret of at least 32 characters'
const EXTERNAL = 'postgres://ada:hunter2@db.example/ecosystem'

const read = (env: Environment) => readConfig(env, services)

/** The error for these settings. */
function refusalOf(env: Environment): SettingError {
  try {
    readSystemConfig(env)
  } catch (error) {
    if (error instanceof SettingError) return error
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted.`)
}

test('production has no demo data, no explorer, no mail and no foreign origins', () => {
  const production = { NODE_ENV: 'production' }
  expect(readConfig(production, services)).toMatchObject({ production: true, demo: false })
  expect(httpSettings.read(production)).toMatchObject({ graphiql: false, corsOrigins: [] })
  expect(identitySettings.read(production)).toMatchObject({
    mail: undefined,
    logoutToPrivateAddresses: false,
  })
})

test('elsewhere, there are an explorer and notices to private addresses', () => {
  const everywhere = { graphiql: true, corsOrigins: undefined, trustProxy: [] }
  expect(httpSettings.read({})).toMatchObject({ ...everywhere, responseStallMs: 30_000 })
  expect(identitySettings.read({}).logoutToPrivateAddresses).toBe(true)
})

describe('the settings of every process', () => {
  test('a setting that is empty or blank counts as not set', () => {
    const names = ['HOST', 'ROUTER_PORT', 'ID_BASE_URL', 'DATABASE_URL', 'DEMO', 'SERVICE_SECRET']
    const blank = Object.fromEntries(names.map((name, index) => [name, ' '.repeat(index)]))
    expect(read(blank)).toEqual({ ...read({}), env: blank })
    expect(readAllSettings(blank)).toEqual(readAllSettings({}))
  })

  test('a process of its own without SERVICE_SECRET fails with the name of the setting', () => {
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

  test.each([['short,short'], [`${SECRET},short`], [`${NEXT},${SECRET},${NEXT}`]])(
    'a SERVICE_SECRET of %j is refused, and not repeated',
    (value) => {
      const { message } = refusalOf({ SERVICE_SECRET: value })
      expect(message).toMatch(/^SERVICE_SECRET must (have at least 32|contain at most two)/)
      for (const part of value.split(',')) expect(message).not.toContain(part)
    },
  )
})

test('mail goes to SMTP_URL from MAIL_FROM, in production too', () => {
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

  test('all of the settings are read exactly as they are written', () => {
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

  test.each(Object.keys(all))('without %s, the others are refused', (name) => {
    expect(refusalOf({ ...all, [name]: ' ' }).message).toBe(
      `ROUTER_JWKS_URL, ROUTER_JWT_ISSUER, ROUTER_JWT_AUDIENCE must be set together; missing: ${name}.`,
    )
    expect(refusalOf({ [name]: all[name as keyof typeof all] }).message).toMatch(
      /missing: ROUTER_\w+, ROUTER_\w+\.$/u,
    )
  })
})

describe('the settings of a service', () => {
  test('the URLs of a service follow its port', () => {
    expect(read({ PATH_PORT: '5003' }).services.path).toMatchObject({
      port: 5003,
      baseUrl: 'http://localhost:5003',
    })
  })

  test.each(['https://id.example', 'https://id.example//', 'HTTPS://ID.example:443/'])(
    'the base URL %s is stored as browsers write it, without a slash at its end',
    (url) => {
      expect(read({ ID_BASE_URL: url }).services.identity?.baseUrl).toBe('https://id.example')
    },
  )

  test('other processes reach a service at its internal URL, by default its public one', () => {
    const PUBLIC = { ID_BASE_URL: 'https://id.example' }
    expect(read(PUBLIC).services.identity?.internalUrl).toBe('https://id.example')
    const both = { ...PUBLIC, ID_INTERNAL_URL: 'http://identity:7000/' }
    expect(read(both).services.identity).toMatchObject({
      baseUrl: 'https://id.example',
      internalUrl: 'http://identity:7000',
    })
    expect(identitySettings.read(both).issuer).toBe('https://id.example')
  })

  test('a service uses its own database, or the shared one', () => {
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

  test('settings of an unknown service are refused', () => {
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

  test('the URL that only other processes use may be plain http', () => {
    const internal = { ...production, ID_INTERNAL_URL: 'http://identity:7000' }
    expect(identitySettings.read(internal).issuer).toBe('http://localhost:7000')
  })
})

test('a Valkey may be named by its own scheme or that of Redis', () => {
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
  ])('demo data is on or off with %s', (_where, env, demo) => {
    expect(read(env).demo).toBe(demo)
  })

  test('DEMO=1 is refused in production', () => {
    const { message } = refusalOf({ NODE_ENV: 'production', DEMO: '1' })
    expect(message).toContain('DEMO must be 0 in production')
  })
})

const LEVELS = 'one of fatal, error, warn, info, debug, trace, silent'
const POSTGRES = 'a URL that starts with postgres:// or postgresql://'
const HTTP = 'a URL that starts with http:// or https://'

const WRONG: [variable: string, allowed: string, values: string[]][] = [
  ['ROUTER_PORT', 'a number from 1 to 65535', ['0', '65536', '-1', '1.5', '0x10', '1e3', 'http']],
  ['PATH_PORT', 'a number from 1 to 65535', ['0', '65536', '3003 3004']],
  ['METRICS_PORT', 'a number from 1 to 65535', ['0', '65536', 'none']],
  ['GRAPHQL_MAX_DEPTH', 'a number from 1 to 1000', ['0', '1001', 'deep']],
  ['GRAPHQL_MAX_ALIASES', 'a number from 1 to 10000', ['0', '10001']],
  ['GRAPHQL_MAX_FIELDS', 'a number from 1 to 1000000', ['0', '1000001']],
  ['GRAPHQL_MAX_NODES', 'a number from 1 to 1000000000', ['0', '1000000001']],
  ['GRAPHQL_MAX_COST', 'a number from 1 to 1000000000', ['0', '1000000001', 'off']],
  ['GRAPHQL_MAX_FETCHES', 'a number from 1 to 10000', ['0', '10001']],
  ['ROUTER_ENGINE', 'one of native, worker, apollo', ['stock', 'hive', 'Native']],
  ['ANSWER_MAX_BYTES', 'a number from 1048576 to 268435456', ['1048575', '268435457', '10 MiB']],
  ['ANSWER_STALL_SECONDS', 'a number from 1 to 3600', ['0', '3601', '0.5']],
  ['GRAPHQL_MAX_TOKENS', 'a number from 1 to 1000000', ['0', '1000001', '99999999999999999999']],
  ['EVENT_RETENTION_DAYS', 'a number from 1 to 90', ['0', '91', '1.5', 'a week']],
  ['SLOW_STATEMENT_MS', 'a number from 0 to 600000', ['-1', '1.5', '1s', '600001']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', HTTP, ['collector:4318', 'grpc://collector']],
  ['OTEL_TRACES_EXPORTER', 'one of otlp, none', ['zipkin', 'otlp,console']],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'one of http/protobuf, http/json', ['grpc', 'http']],
  [
    'OTEL_TRACES_SAMPLER',
    'one of always_on, parentbased_always_on, always_off, parentbased_always_off, traceidratio, parentbased_traceidratio',
    ['on', 'xray'],
  ],
  ['QUORUM', 'a number from 1 to 1000000', ['0', '-1', '1.5', 'most', '1000001']],
  ['ID_BASE_URL', HTTP, ['localhost:7000', 'ftp://id.example', '//id.example', 'https://', 'id']],
  ['ID_BASE_URL', 'an origin', ['https://id.example/id', 'https://id.example?x', 'http://a:b@id']],
  [
    'SECURITY_CONTACT',
    'a URL that starts with mailto: or https:// or tel:',
    ['security@harbour.example', 'http://harbour.example/security'],
  ],
  ['PATH_INTERNAL_URL', HTTP, ['path:3003', 'ftp://path']],
  ['DATABASE_URL', POSTGRES, ['mysql://db.example', 'db.example', '/var/run/postgresql']],
  ['PATH_DATABASE_URL', POSTGRES, ['http://db.example']],
  [
    'DATABASE_URL',
    'names several hosts, but must name one that always leads to the primary: HAProxy',
    [
      'postgres://ada:hunter2@one.example,two.example/ecosystem',
      'postgres://ada:hunter2@one.example:5432,two.example:5432/ecosystem',
      'postgres://one.example:5432,two.example',
      'postgres:///ecosystem?host=one.example,two.example',
      'postgres:///ecosystem?host=one.example&host=two.example',
      'postgres://one.example%2Ctwo.example/ecosystem',
      'postgres://db.example/ecosystem?hostaddr=10.0.0.1,10.0.0.2',
      'postgres://db.example/ecosystem?port=5432,5433',
    ],
  ],
  ['PATH_DATABASE_URL', 'names several hosts', ['postgres://one.example,two.example/path']],
  [
    'DATABASE_URL',
    'a value of sslmode that is not one of disable, no-verify, require, verify-ca, verify-full',
    ['postgres://db.example/ecosystem?sslmode=prefer', 'postgres://db.example/x?sslmode=on'],
  ],
  [
    'DATABASE_URL',
    'which the services do not follow',
    [
      'require_auth=scram-sha-256',
      'requirepeer=postgres',
      'sslcrldir=/etc/crl',
      'service=main',
    ].map((parameter) => `postgres://db.example/ecosystem?${parameter}`),
  ],
  [
    'DATABASE_URL',
    'that is not one of',
    [
      'channel_binding=required',
      'gssencmode=require',
      'sslcertmode=require',
      'ssl_min_protocol_version=TLSv2',
      'target_session_attrs=standby',
    ].map((parameter) => `postgres://db.example/ecosystem?${parameter}`),
  ],
  [
    'DATABASE_URL',
    'sslmode must be verify-full or require, not verify-ca',
    ['postgres://db.example/ecosystem?sslrootcert=system&sslmode=verify-ca'],
  ],
  ['SMTP_URL', 'smtp:// or smtps://', ['http://mail.example', 'mail.example:587', '//mail']],
  [
    'MAIL_FROM',
    'look like Ecosystem <id@example.org>',
    ['Ecosystem', 'a@b, c@d', 'x\r\nBcc: y <a@b>', '"E" <a@b>', 'E <a@b>\n\nx'],
  ],
  ['VALKEY_URL', 'valkey:// or valkeys://', ['http://cache.example', 'cache.example:6379']],
  [
    'CORS_ORIGINS',
    'a comma-separated list of origins',
    ['*', 'https://app.example/', 'app.example', 'https://a.example,https://B.example', 'null'],
  ],
  [
    'CORS_ORIGINS',
    'without a path, in lower case, as browsers send it',
    [
      'capacitor://localhost/',
      'tauri://localhost/index.html',
      'app://',
      'app://a?b',
      'app://a#b',
      'app://ada@a',
      'app://a b',
      'app://a:port',
      'Capacitor://localhost',
      'capacitor://LOCALHOST',
      'capacitor:localhost',
      'chrome-extension://*',
      'blob:https://a.example/1',
    ],
  ],
  [
    'CORS_ORIGINS',
    'Browsers send null',
    ['null', 'file://', 'file://localhost', 'data:text/html,a'],
  ],
  ['DEMO', 'one of 0, 1', ['true', 'yes', '2']],
  ['GRAPHIQL', 'one of 0, 1', ['on', 'false']],
  ['LOG_LEVEL', LEVELS, ['loud', 'INFO', '30']],
  ['RATE_LIMIT_FREE', 'hour:burst (two whole numbers, for example 100:10) or off', ['100', '0:1']],
  ['RATE_LIMIT_AUTHENTICATED', 'for example 1000:100) or off', ['none', '-1:1']],
  ['RATE_LIMIT_PARTNER', 'for example 10000:1000) or off', ['1:2:3', 'OFF']],
  ['SERVICE_SECRET', 'at least 32 characters', ['hunter2', 'x'.repeat(31)]],
]

describe('an invalid setting', () => {
  const cases = WRONG.flatMap(([name, allowed, values]) =>
    values.map((value) => ({ name, allowed, value })),
  )
  test.each(cases)(
    '$name=$value fails with the name and the allowed values',
    ({ name, allowed, value }) => {
      const { message } = refusalOf({ [name]: value })
      expect(message).toMatch(new RegExp(`^${name} `))
      expect(message).toContain(allowed)
    },
  )

  test.each([
    ['SERVICE_SECRET', 'hunter2'],
    ['DATABASE_URL', 'mysql://ada:hunter2@db.example'],
    ['DATABASE_URL', 'postgres://ada:hunter2@db.example:port/ecosystem'],
    ['PATH_DATABASE_URL', 'ada:hunter2@db.example'],
    ['DATABASE_URL', 'postgres://ada:hunter2@one.example:1,two.example:2/ecosystem'],
    ['DATABASE_URL', 'postgres://ada:hunter2@db.example/ecosystem?sslmode=allow'],
    ['ID_BASE_URL', 'ftp://ada:hunter2@id.example'],
  ])('%s=%s fails without repeating the value', (name, value) => {
    expect(inspect(refusalOf({ [name]: value }), { depth: Infinity })).not.toContain('hunter2')
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

test('lists are split at commas, and blanks around items are ignored', () => {
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
