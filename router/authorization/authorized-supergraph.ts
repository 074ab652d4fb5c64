// The authorization directives of a supergraph: who enforces them, and the supergraph for a planner that knows none.
import { parse, print } from 'graphql'
import { SettingError } from '#foundation/settings/setting.ts'
import { FOREIGN_TOKEN_SETTINGS } from '../settings.ts'
import { linkedFeatures, withoutPurposes } from '../supergraph/linked-features.ts'
import { createAuthorize, type Authorize } from './authorize.ts'
import { isEnforced } from './directives.ts'
import { readRequirements } from './requirements.ts'
import type { VerifyForeignToken } from './token.ts'

/**
 * Who enforces the directives: our subgraphs do it themselves; for foreign ones this router does,
 * with verified tokens.
 */
export type AuthorizedBy = 'subgraphs' | VerifyForeignToken

export interface AuthorizedSupergraph {
  /** The supergraph without the marks `for: SECURITY` of what this router enforces. */
  sdl: string
  /** Undefined when the supergraph requires nothing, or its subgraphs decide. */
  authorize: Authorize | undefined
}

/**
 * Reads the directives, marked `for: SECURITY` or not.
 * @throws for a feature for security that nothing would enforce, and SettingError when something requires a token
 * and this router cannot verify any
 */
export function readAuthorization(sdl: string, by: AuthorizedBy | undefined): AuthorizedSupergraph {
  if (by === 'subgraphs') return { sdl, authorize: undefined }
  const document = parse(sdl, { noLocation: true })
  const requirements = readRequirements(document)
  const [first] = requirements.keys()
  if (first !== undefined && !by) {
    throw new SettingError(
      `${first} requires an access token, which this router cannot verify: set ${FOREIGN_TOKEN_SETTINGS.join(', ')}.`,
    )
  }
  const isMarked = linkedFeatures(document).some(
    (feature) => feature.purpose && isEnforced(feature),
  )
  return {
    sdl: isMarked ? print(withoutPurposes(document, isEnforced)) : sdl,
    authorize: first !== undefined && by ? createAuthorize(requirements, by) : undefined,
  }
}
