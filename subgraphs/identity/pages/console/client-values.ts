// Converts the client form: between the text in its fields and the input of the domain.
import type { NewClient } from '../../domain/clients/client.ts'
import type { ClientChange } from '../../domain/clients/client-change.ts'
import { sha256 } from '../../domain/secrets/random.ts'
import { OPENID_SCOPE, SCOPES } from '../../domain/grants/scope.ts'
import type { Client } from '../../tables.ts'
import { fieldErrors } from '../form.ts'
import {
  machineScopeBox,
  scopeBox,
  type ClientErrors,
  type ClientFields,
  type ClientValues,
} from './client-form.ts'
import { scopeWords } from '../authorization/scope-words.ts'
import type { Parameters } from '../../oauth/parameters.ts'

const REGISTRABLE: readonly string[] = [...SCOPES, OPENID_SCOPE]

const inWords = (scopes: readonly string[]) =>
  scopes.map((name) => ({ name, words: scopeWords(name) }))

export const OFFERED_SCOPES: Pick<ClientFields, 'scopes' | 'machineScopes'> = {
  scopes: inWords(REGISTRABLE),
  machineScopes: inWords(SCOPES),
}

export const EMPTY: ClientValues = {
  name: '',
  kind: 'public',
  redirectUris: '',
  scopes: ['identity', 'openid'],
  deviceFlow: false,
  machineScopes: [],
  jwks: '',
  backchannelLogoutUri: '',
  idTokenSignedResponseAlg: 'RS256',
  tier: 'authenticated',
}

export const valuesOf = (client: Client): ClientValues => ({
  ...client,
  redirectUris: client.redirectUris.join('\n'),
  scopes: REGISTRABLE.filter((name) => client.scopes.includes(name)),
  machineScopes: SCOPES.filter((name) => client.machineScopes?.includes(name)),
  jwks: client.jwks === null ? '' : JSON.stringify(client.jwks, undefined, 2),
  backchannelLogoutUri: client.backchannelLogoutUri ?? '',
})

/** The fields of a sent form. */
export function valuesIn(form: Parameters): ClientValues {
  const text = (name: string) => (form.get(name) ?? '').trim()
  return {
    name: text('name'),
    kind: text('kind') === 'confidential' ? 'confidential' : 'public',
    redirectUris: urisIn(text('redirectUris')).join('\n'),
    scopes: REGISTRABLE.filter((name) => form.has(scopeBox(name))),
    deviceFlow: form.has('deviceFlow'),
    machineScopes: SCOPES.filter((name) => form.has(machineScopeBox(name))),
    jwks: text('jwks'),
    backchannelLogoutUri: text('backchannelLogoutUri'),
    idTokenSignedResponseAlg: text('idTokenSignedResponseAlg') || EMPTY.idTokenSignedResponseAlg,
    tier: text('tier') === 'partner' ? 'partner' : 'authenticated',
  }
}

const urisIn = (text: string): string[] => text.split(/\s+/).filter((uri) => uri !== '')

/** Converts the fields to input of the domain. */
export function inputOf(values: ClientValues): NewClient {
  return {
    ...values,
    redirectUris: urisIn(values.redirectUris),
    machineScopes: values.machineScopes.length > 0 ? values.machineScopes : null,
    jwks: values.jwks === '' ? null : keySetIn(values.jwks),
    backchannelLogoutUri: values.backchannelLogoutUri || null,
  }
}

/** A hash per field of what the form shows, to detect later which fields were changed. */
export const shownOf = (client: Client): string =>
  Object.entries(inputOf(valuesOf(client)))
    .map(fieldHash)
    .join(' ')

const fieldHash = (field: [name: string, value: unknown]): string =>
  sha256(JSON.stringify(field)).toString('base64url')

/** The fields that were changed in the form. Others may have been changed elsewhere since it was opened. */
export function changeIn(form: Parameters): ClientChange {
  const { kind: _, ...all } = inputOf(valuesIn(form))
  const shown = new Set((form.get('shown') ?? '').split(' '))
  return Object.fromEntries(Object.entries(all).filter((field) => !shown.has(fieldHash(field))))
}

/** Parses a key set. Anything but a JSON object becomes an empty one, which validation rejects. */
function keySetIn(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const numbered = (field: string, label: string, max: number) =>
  Array.from({ length: max }, (_, at) => [`${field}.${at}`, `${label} ${at + 1}`] as const)

const LABELS: Readonly<Record<string, string>> = {
  name: 'The name',
  redirectUris: 'The list of redirect URIs',
  scopes: 'What it may ask for',
  machineScopes: 'What it may do for itself',
  jwks: 'The key set',
  backchannelLogoutUri: 'The URI',
  idTokenSignedResponseAlg: 'The algorithm',
  ...Object.fromEntries([
    ...numbered('redirectUris', 'Redirect URI', 20),
    ...numbered('jwks.keys', 'Key', 10),
  ]),
}

/** Errors by field. The error of a single redirect URI or key is shown for the whole field, and names it. */
export function clientErrors(error: unknown): { errors: ClientErrors } {
  const { errors } = fieldErrors<string>(error, LABELS)
  const byField = Object.entries(errors).map(([name, text]) => [name.split('.')[0]!, text])
  return { errors: Object.fromEntries(byField) as ClientErrors }
}
