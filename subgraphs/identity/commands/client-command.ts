// `npm run client`: registers clients of the running system, lists and disables them, rotates secrets.
import { readFile } from 'node:fs/promises'
import { SettingError } from '#foundation/settings/setting.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import { printable, runAction } from '#foundation/service/command.ts'
import {
  administer,
  allOf,
  printSecret,
  printTable,
  readId,
  readOptions,
  required,
  byOptions,
} from './command.ts'
import {
  disableClient,
  listClients,
  registerClient,
  rotateClientSecret,
} from '../domain/clients/client.ts'
import { scopeNames } from '../domain/grants/scope.ts'
import type { Client } from '../tables.ts'

const TIERS = ['authenticated', 'partner'] as const

async function register(args: string[]): Promise<void> {
  const values = readOptions(args, {
    name: { type: 'string' },
    'redirect-uri': { type: 'string', multiple: true, default: [] },
    confidential: { type: 'boolean', default: false },
    scope: { type: 'string', default: 'identity' },
    tier: { type: 'string', default: 'authenticated' },
    'id-token-alg': { type: 'string' },
    device: { type: 'boolean', default: false },
    'machine-scope': { type: 'string' },
    jwks: { type: 'string' },
    'backchannel-logout-uri': { type: 'string' },
  })
  const input = {
    name: required('name', values.name),
    kind: values.confidential ? ('confidential' as const) : ('public' as const),
    redirectUris: values['redirect-uri'],
    scopes: scopeNames(values.scope),
    tier: tierNamed(values.tier),
    idTokenSignedResponseAlg: values['id-token-alg'],
    deviceFlow: values.device,
    machineScopes:
      values['machine-scope'] === undefined ? null : scopeNames(values['machine-scope']),
    jwks: values.jwks === undefined ? null : await readKeySet(values.jwks),
    backchannelLogoutUri: values['backchannel-logout-uri'] ?? null,
  }
  const options = {
    redirectUris: 'redirect-uri',
    scopes: 'scope',
    idTokenSignedResponseAlg: 'id-token-alg',
    machineScopes: 'machine-scope',
    backchannelLogoutUri: 'backchannel-logout-uri',
  }
  await administer(async (ctx) => {
    const { client, secret } = await byOptions(options, registerClient(ctx, input))
    printSecret(client.id, 'secret', secret)
  })
}

/** Reads a JSON object. @throws SettingError for anything else */
async function readKeySet(file: string): Promise<Record<string, unknown>> {
  try {
    const keys = JSON.parse(await readFile(file, 'utf8')) as unknown
    if (typeof keys === 'object' && keys !== null) return keys as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError) && systemReason(error) === undefined) throw error
  }
  throw new SettingError('--jwks must name a file with a JSON Web Key Set: {"keys": […]}.')
}

function tierNamed(name: string): Client['tier'] {
  const tier = TIERS.find((known) => known === name)
  if (tier) return tier
  throw new SettingError(`--tier must be one of ${TIERS.join(', ')}.`)
}

async function list(args: string[]): Promise<void> {
  readOptions(args, {})
  const clients = await administer((ctx) => allOf((page) => listClients(ctx, page)))
  printTable(
    ['id', 'name', 'kind', 'tier', 'scopes', 'created', 'disabled', 'redirect URIs'],
    clients.map((client) => [
      client.id,
      client.name,
      client.kind,
      client.tier,
      client.scopes.join(' '),
      client.createdAt,
      client.disabledAt,
      client.redirectUris.join(' '),
    ]),
  )
}

async function rotateSecret(args: string[]): Promise<void> {
  const id = readId(args, 'client')
  const { secret } = await administer((ctx) => rotateClientSecret(ctx, id))
  printSecret(id, 'secret', secret)
}

async function disable(args: string[]): Promise<void> {
  const id = readId(args, 'client')
  const { name } = await administer((ctx) => disableClient(ctx, id))
  console.log(`${printable(name)} is disabled, and all its grants are revoked.`)
}

const USAGE = `Registers and manages the apps that sign people in, and machine clients.
See docs/operations/clients-and-administrators.md.

  client -- register --name TEXT   registers a client, and prints its id and secret
      --redirect-uri URI           where people may be redirected; may be repeated
      --confidential               gives it a secret
      --scope "NAME…"              the scopes it may request (default: identity)
      --tier NAME                  its rate limits: authenticated (default) or partner
      --device                     lets it start the device flow
      --machine-scope "NAME…"      the scopes it may have for itself
      --jwks FILE                  its public keys, instead of a secret
      --backchannel-logout-uri URI where it learns of sign-outs
      --id-token-alg NAME          what signs its ID tokens: RS256 (default) or ES256
  client -- list                   prints the clients without their secrets
  client -- rotate-secret ID       gives a client another secret, and prints it
  client -- disable ID             disables a client for good, and revokes its grants`

await runAction({ register, list, 'rotate-secret': rotateSecret, disable }, USAGE)
