// The authorization server in OpenAPI: one declarative table, by path.
import type { OpenApiPart } from '#foundation/http/openapi.ts'
import { REFUSALS } from './answers.ts'
import { AUTHORIZATION_PATHS } from './authorization.ts'
import { DEVICE_PATHS } from './device-authorization.ts'
import { PERSON_PATHS } from './person.ts'
import { SECURITY_SCHEMES } from './requests.ts'
import { TOKEN_PATHS } from './token.ts'
import { WELL_KNOWN_PATHS } from './well-known.ts'

export const oauthOpenApi: OpenApiPart = {
  paths: {
    ...AUTHORIZATION_PATHS,
    ...DEVICE_PATHS,
    ...TOKEN_PATHS,
    ...PERSON_PATHS,
    ...WELL_KNOWN_PATHS,
  },
  components: { responses: REFUSALS, securitySchemes: SECURITY_SCHEMES },
}
