// The table of grants, from which the token endpoint, the server metadata and OpenAPI are built.
import { authorizationCode } from './authorization-code.ts'
import { clientCredentials } from './client-credentials.ts'
import { deviceCode } from './device-code.ts'
import type { GrantType } from './grant-type.ts'
import { refreshToken } from './refresh-token.ts'

export const GRANT_TYPES: readonly GrantType[] = [
  authorizationCode,
  refreshToken,
  clientCredentials,
  deviceCode,
]
