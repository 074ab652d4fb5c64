// The grant table: the token endpoint, the server metadata and OpenAPI are made from these rows.
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
