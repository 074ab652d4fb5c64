// The rules for input in addition to @constraint of the SDL.
import { nameRule, nonZeroRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'
import {
  addressRule,
  archetypeRule,
  auditKindRule,
  backchannelUriRule,
  chainIdRule,
  detailsRule,
  houseRule,
  idTokenAlgRule,
  jwksRule,
  machineScopesRule,
  redirectUrisRule,
  scopesRule,
  signatureRule,
} from './input-rules.ts'

export const identityInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AdjustXpInput.amount': nonZeroRule,
  'ChangeHouseInput.house': houseRule,
  'CreateWalletChallengeInput.address': addressRule,
  'CreateWalletChallengeInput.chainId': chainIdRule,
  'LinkWalletInput.signature': signatureRule,
  'RegisterClientInput.name': nameRule,
  'RegisterClientInput.redirectUris': redirectUrisRule,
  'RegisterClientInput.scopes': scopesRule,
  'RegisterClientInput.idTokenSignedResponseAlg': idTokenAlgRule,
  'RegisterClientInput.machineScopes': machineScopesRule,
  'RegisterClientInput.jwks': jwksRule,
  'RegisterClientInput.backchannelLogoutUri': backchannelUriRule,
  'AuditEventInput.kind': auditKindRule,
  'AuditEventInput.details': detailsRule,
  'UpdateProfileInput.archetype': archetypeRule,
  'UpdateProfileInput.bio': nameRule,
  'UpdateProfileInput.displayName': nameRule,
})
