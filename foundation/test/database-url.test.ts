// What the parameters of a database URL mean for TLS, together.
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { parseDatabaseUrl } from '#foundation/database/address/database-url.ts'

test.each<[parameters: string, ssl: unknown]>([
  ['sslmode=verify-full', {}],
  ['sslmode=verify-full&ssl=no-verify', {}],
  ['sslmode=verify-full&ssl=0', {}],
  ['sslmode=verify-ca&ssl=true', { checkServerIdentity: expect.any(Function) as unknown }],
  ['sslmode=disable&ssl=true', false],
  ['ssl=true', true],
  ['sslrootcert=system', { ca: expect.any(Array) as unknown }],
  [
    'sslmode=require&ssl_min_protocol_version=TLSv1.2&ssl_max_protocol_version=TLSv1.3&sslpassword=p',
    { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', passphrase: 'p' },
  ],
])(
  'The TLS parameters of a URL are used, and sslmode takes precedence over ssl: %s',
  (parameters, ssl) => {
    expect(
      new Client(parseDatabaseUrl(`postgres://db.example/ecosystem?${parameters}`)).ssl,
    ).toEqual(ssl)
  },
)
