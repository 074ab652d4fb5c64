// The OpenAPI description of the authorization server: one declarative table, by path.
import type { OpenApiPart } from '#foundation/http/openapi.ts'
import { REFUSALS } from './responses.ts'
import { AUTHORIZATION_PATHS } from './authorization-paths.ts'
import { DEVICE_PATHS } from './device-authorization-paths.ts'
import { PERSON_PATHS } from './userinfo-paths.ts'
import { SECURITY_SCHEMES } from './requests.ts'
import { TOKEN_PATHS } from './token-paths.ts'
import { WELL_KNOWN_PATHS } from './well-known-paths.ts'

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
