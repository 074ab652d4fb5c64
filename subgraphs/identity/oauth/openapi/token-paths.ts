// The endpoints that issue, revoke and introspect tokens, for OpenAPI.
import { ACR_VALUES } from '#foundation/auth/authentication-context.ts'
import {
  exactly,
  type JsonSchema,
  type OpenApiPart,
  type OperationObject,
} from '#foundation/http/openapi.ts'
import type { GrantType } from '../grants/grant-type.ts'
import { GRANT_TYPES } from '../grants/grant-types.ts'
import { ACCESS_TOKEN_LIFETIME } from '../keys/access-token.ts'
import { jsonResponse, REFUSED, text } from './responses.ts'
import { CLIENT_FIELDS, CLIENT_SECURITY, requestBody, TAGS } from './requests.ts'

const ACCESS_TOKEN = text('A JWT (RFC 9068).', 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2ln')
const REFRESH_TOKEN = text('Single use; each use returns a new one.', '6x2qCkHf1JmVw0bLr8sTzA.R5pN')
const ID_TOKEN = text('With the scope `openid`.', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln')
const SCOPE = text('Space separated.', 'identity')

/** The request of a grant type. */
function grantRequest({ name, parameters }: GrantType): JsonSchema {
  const fields = Object.entries(parameters)
  const required = fields.filter(([, { optional }]) => !optional).map(([field]) => field)
  const schemas = fields.map(([field, { description, example }]) => [
    field,
    text(description, example),
  ])
  return {
    title: name,
    type: 'object',
    properties: {
      grant_type: { type: 'string', const: name },
      ...(Object.fromEntries(schemas) as Record<string, JsonSchema>),
      ...CLIENT_FIELDS,
    },
    required: ['grant_type', ...required],
  }
}

const TOKEN_REQUEST: JsonSchema = { oneOf: GRANT_TYPES.map(grantRequest) }

const ISSUED = {
  access_token: ACCESS_TOKEN,
  token_type: { type: 'string', const: 'Bearer' },
  expires_in: { type: 'integer', const: ACCESS_TOKEN_LIFETIME, description: 'Seconds.' },
}

const TOKEN_RESPONSE: JsonSchema = {
  oneOf: [
    { title: 'person', ...exactly({ ...ISSUED, refresh_token: REFRESH_TOKEN }) },
    {
      title: 'openid',
      ...exactly({ ...ISSUED, refresh_token: REFRESH_TOKEN, id_token: ID_TOKEN }),
    },
    { title: 'client', ...exactly({ ...ISSUED, scope: SCOPE }) },
  ],
}

const ACTIVE = exactly(
  {
    active: { type: 'boolean', const: true },
    scope: SCOPE,
    client_id: text('The client it was issued to.', 'demo-server'),
    username: text('The person’s username, with the scope `profile` or `identity`.', 'ada'),
    token_type: { type: 'string', enum: ['Bearer', 'refresh_token'] },
    exp: { type: 'integer', examples: [1795170600], description: 'Seconds since the epoch.' },
    iat: { type: 'integer', examples: [1795167000], description: 'Seconds since the epoch.' },
    sub: text('The person, or the client itself.', 'identity_01kah3v8m2e9tbz5w7q0r4n6cd'),
    aud: text('The audience.', 'ecosystem'),
    iss: text('The issuer.', 'http://localhost:7000'),
    auth_time: {
      type: 'integer',
      examples: [1795166940],
      description: 'When the person signed in, in seconds since the epoch.',
    },
    acr: { ...text('How the person signed in.', '2'), enum: [...ACR_VALUES] },
  },
  ['username', 'auth_time', 'acr'],
)

const TOKEN_FIELD: JsonSchema = {
  type: 'object',
  properties: {
    token: { ...ACCESS_TOKEN, description: 'An access or refresh token.' },
    ...CLIENT_FIELDS,
  },
  required: ['token'],
}

const token: OperationObject = {
  operationId: 'token',
  summary: 'Issues tokens',
  description:
    'For an authorization code, for a refresh token, or to a client for itself (RFC 6749, section 3.2).',
  tags: TAGS,
  security: CLIENT_SECURITY,
  requestBody: requestBody('The token request.', TOKEN_REQUEST),
  responses: { 200: jsonResponse('The tokens.', TOKEN_RESPONSE), ...REFUSED },
}

const revoke: OperationObject = {
  operationId: 'revoke',
  summary: 'Revokes the grant that a token was issued from',
  description:
    'Its access tokens become invalid, too (RFC 7009). An unknown token gets the same response.',
  tags: TAGS,
  security: CLIENT_SECURITY,
  requestBody: requestBody('A token of the client’s own.', TOKEN_FIELD),
  responses: { 200: jsonResponse('The token is no longer valid.', exactly({})), ...REFUSED },
}

const introspect: OperationObject = {
  operationId: 'introspect',
  summary: 'Introspects a token of a confidential client',
  description: 'A client that may have `admin` can introspect every token (RFC 7662).',
  tags: TAGS,
  security: CLIENT_SECURITY,
  requestBody: requestBody('The token.', TOKEN_FIELD),
  responses: {
    200: jsonResponse('What the token is good for.', {
      oneOf: [
        { title: 'active', ...ACTIVE },
        { title: 'inactive', ...exactly({ active: { type: 'boolean', const: false } }) },
      ],
    }),
    ...REFUSED,
  },
}

export const TOKEN_PATHS: OpenApiPart['paths'] = {
  '/api/oauth/token': { post: token },
  '/api/oauth/revoke': { post: revoke },
  '/api/oauth/introspect': { post: introspect },
}
