// What the form of an app holds: as text in its fields, and as the domain takes it.
import type { NewClient } from '../../domain/client.ts'
import { OPENID_SCOPE, SCOPES } from '../../domain/scope.ts'
import type { Client } from '../../tables.ts'
import { fieldErrors } from '../interaction/field-errors.ts'
import {
  machineScopeBox,
  scopeBox,
  type ClientErrors,
  type ClientFields,
  type ClientValues,
} from '../pages/console/client-form.ts'
import { scopeWords } from '../pages/scope-words.ts'
import type { Parameters } from '../parameters.ts'

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
  machineScopes: client.machineScopes ?? [],
  jwks: client.jwks === null ? '' : JSON.stringify(client.jwks, undefined, 2),
  backchannelLogoutUri: client.backchannelLogoutUri ?? '',
})

/** The fields as they were sent. */
export function valuesIn(form: Parameters) {
  const text = (name: string) => (form.get(name) ?? '').trim()
  return {
    name: text('name'),
    kind: text('kind') === 'confidential' ? ('confidential' as const) : ('public' as const),
    redirectUris: urisIn(form).join('\n'),
    scopes: REGISTRABLE.filter((name) => form.has(scopeBox(name))),
    deviceFlow: form.has('deviceFlow'),
    machineScopes: SCOPES.filter((name) => form.has(machineScopeBox(name))),
    jwks: text('jwks'),
    backchannelLogoutUri: text('backchannelLogoutUri'),
    idTokenSignedResponseAlg: text('idTokenSignedResponseAlg') || EMPTY.idTokenSignedResponseAlg,
    tier: text('tier') === 'partner' ? ('partner' as const) : ('authenticated' as const),
  } satisfies ClientValues
}

const urisIn = (form: Parameters): string[] =>
  (form.get('redirectUris') ?? '').split(/\s+/).filter((uri) => uri !== '')

/** The fields as the domain takes them. */
export function inputIn(form: Parameters): NewClient {
  const values = valuesIn(form)
  return {
    ...values,
    redirectUris: urisIn(form),
    machineScopes: values.machineScopes.length > 0 ? values.machineScopes : null,
    jwks: values.jwks === '' ? null : keySetIn(values.jwks),
    backchannelLogoutUri: values.backchannelLogoutUri || null,
  }
}

/** The key set in a text. Anything but a JSON object becomes an empty one, and the rule of key sets refuses that. */
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

/** The errors of the fields. That of one redirect URI or key is shown beside all of them, and says which one it means. */
export function clientErrors(error: unknown): { errors: ClientErrors } {
  const { errors } = fieldErrors<string>(error, LABELS)
  const byField = Object.entries(errors).map(([name, text]) => [name.split('.')[0]!, text])
  return { errors: Object.fromEntries(byField) as ClientErrors }
}
