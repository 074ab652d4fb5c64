// Security schemes, and the requirements of a root field's directives.
import type { GraphQLSchema } from 'graphql'
import { scopesOf } from '#foundation/auth/scopes.ts'
import type { SecurityRequirement } from '#foundation/http/openapi.ts'
import type { RootField } from './root-field.ts'

/** The scopes with their meanings in the contract, "Authentication". */
const SCOPES = {
  identity: 'Basic user identity',
  credentials: 'Read user credentials',
  wallet: 'Access wallet addresses',
  admin: 'Administrative access',
  openid: 'Sign in with OpenID Connect',
}

/** The security schemes of a document; `issuer` is the base URL of the ID service. */
export function securitySchemes(issuer: string) {
  return {
    accessToken: {
      type: 'oauth2',
      description: 'A JWT (RFC 9068) in the header `Authorization: Bearer <ACCESS_TOKEN>`.',
      flows: flows(`${issuer}/api/oauth`),
    },
    adminKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Admin-API-Key',
      description: 'An admin API key, in addition to a valid access token.',
    },
  }
}

function flows(endpoints: string) {
  const { openid: _ofPeople, ...scopes } = SCOPES
  const tokenUrl = `${endpoints}/token`
  const authorizationUrl = `${endpoints}/authorize`
  return {
    authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: SCOPES },
    clientCredentials: { tokenUrl, scopes },
  }
}

/** The security schemes of directives that a subgraph defines itself. */
const SCHEMES: Readonly<Record<string, string>> = { requiresAdminKey: 'adminKey' }

/** The security requirements in the directives of the root field. */
export function securityOf(schema: GraphQLSchema, { field }: RootField): SecurityRequirement {
  const applied = (field.astNode?.directives ?? []).map(({ name }) => SCHEMES[name.value])
  const schemes = applied.filter((scheme) => scheme !== undefined)
  return {
    accessToken: scopesOf(schema, field),
    ...Object.fromEntries(schemes.map((scheme) => [scheme, []])),
  }
}
