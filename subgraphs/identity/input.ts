// Input rules that @constraint in the SDL cannot express: checksums, chains, redirect URIs, scopes, JSON.
import { nameRule, nonZeroRule, type Rule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'
import { oneOfIssues } from '#foundation/domain/bounds.ts'
import type { AuditKind } from './tables/audit-entries.ts'
import { ID_TOKEN_ALGORITHMS, keySetIssues } from './domain/clients/client-keys.ts'
import { checksumAddress } from './domain/wallets/ethereum.ts'
import { ARCHETYPES, HOUSES } from './domain/people/houses.ts'
import { jsonIssues } from './domain/clients/json-bounds.ts'
import { backchannelUriIssues, redirectUriIssues } from './domain/clients/redirect-uri.ts'
import { OPENID_SCOPE, SCOPES } from './domain/grants/scope.ts'

/** The kinds that only other services record. */
const AUDIT_KINDS = [
  'content_added',
  'content_applied',
  'content_hidden',
  'content_restored',
  'content_retired',
  'content_shown',
  'content_updated',
  'gold_adjusted',
] as const satisfies AuditKind[]

const addressRule: Rule<string> = ({ field, issues, value }) => {
  if (issues.length > 0) return issues
  const digits = value.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (isOneCase || value === checksumAddress(value)) return []
  return [{ field, reason: 'has upper and lower case letters that are not its EIP-55 checksum' }]
}

const chainIdRule: Rule<number> = ({ constraint: { max, min }, field, value }) => {
  if (Number.isSafeInteger(value) && value >= min!) return []
  return [{ field, reason: `must be a whole number from ${min} to ${max}` }]
}

const signatureRule: Rule<string> = ({ field, issues, value }) => {
  const isLonger = value.length > 132 && /^0x[0-9a-fA-F]+$/.test(value)
  if (!isLonger) return issues
  return [{ field, reason: 'is longer than 65 bytes: contract wallets are not supported' }]
}

interface ClientInput {
  kind: string
  deviceFlow?: boolean | null
}

const redirectUrisRule: Rule<readonly string[], unknown, ClientInput> = (sent) => {
  const { field, holder, issues, value } = sent
  const isMissing = value.length === 0 && holder.kind === 'public' && !holder.deviceFlow
  return [
    ...issues,
    ...(isMissing ? [{ field, reason: 'must hold at least one for a public client' }] : []),
    ...value.flatMap((uri, at) => redirectUriIssues(`${field}.${at}`, uri, holder.kind)),
  ]
}

const scopesRule: Rule<readonly string[]> = ({ field, value }) => {
  const known: readonly string[] = [...SCOPES, OPENID_SCOPE]
  if (value.length > 0 && value.every((scope) => known.includes(scope))) return []
  return [{ field, reason: `must hold some of ${known.join(', ')}` }]
}

const machineScopesRule: Rule<readonly string[], unknown, ClientInput> = (sent) => {
  const { field, holder, value } = sent
  if (holder.kind !== 'confidential') return [{ field, reason: CONFIDENTIAL_ALONE }]
  const known: readonly string[] = SCOPES
  if (value.every((scope) => known.includes(scope))) return []
  return [{ field, reason: `must hold some of ${known.join(', ')}` }]
}

const jwksRule: Rule<Record<string, unknown>, unknown, ClientInput> = (sent) => {
  const { field, holder, value } = sent
  if (holder.kind !== 'confidential') return [{ field, reason: CONFIDENTIAL_ALONE }]
  return keySetIssues(field, value)
}

const CONFIDENTIAL_ALONE = 'is for confidential clients alone'

const oneOf =
  (allowed: readonly string[]): Rule<string> =>
  ({ field, value }) =>
    oneOfIssues(field, value, allowed)

export const identityInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AdjustXpInput.amount': nonZeroRule,
  'ChangeHouseInput.house': oneOf(HOUSES),
  'CreateWalletChallengeInput.address': addressRule,
  'CreateWalletChallengeInput.chainId': chainIdRule,
  'LinkWalletInput.signature': signatureRule,
  'RegisterClientInput.name': nameRule,
  'RegisterClientInput.redirectUris': redirectUrisRule,
  'RegisterClientInput.scopes': scopesRule,
  'RegisterClientInput.idTokenSignedResponseAlg': oneOf(ID_TOKEN_ALGORITHMS),
  'RegisterClientInput.machineScopes': machineScopesRule,
  'RegisterClientInput.jwks': jwksRule,
  'RegisterClientInput.backchannelLogoutUri': ({ field, value }) =>
    backchannelUriIssues(field, value),
  'AuditEventInput.kind': oneOf(AUDIT_KINDS),
  'AuditEventInput.details': ({ field, value }) => jsonIssues(field, value),
  'UpdateProfileInput.archetype': oneOf(ARCHETYPES),
  'UpdateProfileInput.bio': nameRule,
  'UpdateProfileInput.displayName': nameRule,
})
