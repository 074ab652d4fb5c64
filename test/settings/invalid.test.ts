// Invalid settings: their errors say which values are allowed, and do not repeat the value.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { refusalOf } from './refusal.ts'

const SECRET = 'a secret of at least 32 characters'
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
  [
    'SERVICE_SECRET',
    'at least 32 characters',
    ['hunter2', 'x'.repeat(31), 'short,short', `${SECRET},short`],
  ],
  ['SERVICE_SECRET', 'contain at most two', [`${SECRET},${SECRET},${SECRET}`]],
]

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
  ['SERVICE_SECRET', `${SECRET},hunter2`],
  ['SERVICE_SECRET', `${SECRET},${SECRET},hunter2${SECRET}`],
  ['DATABASE_URL', 'mysql://ada:hunter2@db.example'],
  ['DATABASE_URL', 'postgres://ada:hunter2@db.example:port/ecosystem'],
  ['PATH_DATABASE_URL', 'ada:hunter2@db.example'],
  ['DATABASE_URL', 'postgres://ada:hunter2@one.example:1,two.example:2/ecosystem'],
  ['DATABASE_URL', 'postgres://ada:hunter2@db.example/ecosystem?sslmode=allow'],
  ['ID_BASE_URL', 'ftp://ada:hunter2@id.example'],
])('%s=%s fails without repeating the value', (name, value) => {
  expect(inspect(refusalOf({ [name]: value }), { depth: Infinity })).not.toContain('hunter2')
})
