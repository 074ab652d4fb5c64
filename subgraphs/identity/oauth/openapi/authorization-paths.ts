// The authorization endpoint and pushed authorization requests, for OpenAPI.
import {
  exactly,
  reference,
  type JsonSchema,
  type OpenApiPart,
  type OperationObject,
  type Parameter,
  type ResponseObject,
} from '#foundation/http/openapi.ts'
import { OPENID_SCOPE, OPENID_SCOPES, SCOPES } from '../../domain/grants/scope.ts'
import { RESPONSE_MODES } from '../authorization-request.ts'
import { jsonResponse, PAGE_HEADERS, REFUSED, text } from './responses.ts'
import { CLIENT_FIELDS, CLIENT_SECURITY, requestBody, TAGS } from './requests.ts'

/** Parameters in the query of a GET and in the body of a POST. */
const BASIC: Readonly<Record<string, JsonSchema>> = {
  client_id: text('The id of the client.', 'demo-web'),
  response_type: { type: 'string', const: 'code', description: 'An authorization code.' },
  redirect_uri: text(
    'One of the client’s, matched exactly; the port of a loopback address may vary.',
    'http://localhost:4000/callback',
  ),
  scope: {
    ...text(
      `Space separated: ${[...SCOPES, OPENID_SCOPE, ...OPENID_SCOPES].join(', ')}.`,
      'identity credentials',
    ),
    default: 'identity',
  },
  state: text('Returned unchanged; protects against CSRF.', 'af0ifjsldkj'),
  code_challenge: {
    ...text(
      'Needed from public clients (RFC 7636).',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ),
    pattern: '^[\\w-]{43}$',
  },
  code_challenge_method: { type: 'string', const: 'S256', description: '`plain` is rejected.' },
}

const FURTHER: Readonly<Record<string, JsonSchema>> = {
  response_mode: {
    type: 'string',
    enum: RESPONSE_MODES,
    default: 'query',
    description: 'Whether the response is in the query of a redirect or in a form.',
  },
  prompt: text('`none`, or any of `login`, `consent`, `select_account`.', 'login'),
  max_age: {
    ...text('The maximum of seconds since the person signed in.', '300'),
    pattern: '^\\d{1,9}$',
  },
  acr_values: text(
    'How the person must sign in, the preferred value first: `1`, `2` (two factors).',
    '2',
  ),
  nonce: text('Returned in the ID token.', 'n-0S6_WzA2Mj'),
  login_hint: text('A username or an e-mail address that the sign-in page fills in.', 'grace'),
}

const REQUEST_URI = text(
  'In place of all but `client_id`, from /api/oauth/par.',
  'urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c',
)

const REQUEST: JsonSchema = {
  title: 'request',
  type: 'object',
  properties: { ...BASIC, ...FURTHER },
  required: ['client_id', 'response_type', 'redirect_uri'],
}

const PUSHED: JsonSchema = {
  title: 'pushed',
  type: 'object',
  properties: { client_id: BASIC.client_id, request_uri: REQUEST_URI },
  required: ['client_id', 'request_uri'],
}

const PARAMETERS = Object.entries({ ...BASIC, ...FURTHER, request_uri: REQUEST_URI }).map(
  ([name, { description, ...schema }]): Parameter => ({
    name,
    in: 'query',
    required: name === 'client_id',
    description: String(description),
    schema,
  }),
)

const GOES_ON: ResponseObject = {
  description:
    'To the page where it goes on (sign in or sign up, then consent), and in the end to `redirect_uri` with `code`, `state` and `iss`, or with `error`.',
  headers: { ...PAGE_HEADERS, Location: reference('headers', 'Location') },
}

const page = (description: string): ResponseObject => ({
  description,
  headers: PAGE_HEADERS,
  content: { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>' } },
})

const open: OperationObject = {
  operationId: 'authorize',
  summary: 'Begins an authorization, or goes on with it',
  description: 'Where a browser starts, and returns after each page (RFC 6749, section 4.1).',
  tags: TAGS,
  security: [],
  parameters: PARAMETERS,
  responses: {
    200: page('A form that posts the response to `redirect_uri`, with `response_mode=form_post`.'),
    303: GOES_ON,
    400: page('Client or redirect URI is wrong, so that the error may go nowhere.'),
    500: page('The server failed.'),
  },
}

const begin: OperationObject = {
  operationId: 'beginAuthorization',
  summary: 'Checks an authorization request, and begins it',
  description: 'Takes the parameters of the GET in the body. Errors are JSON.',
  tags: TAGS,
  security: [],
  requestBody: requestBody('The authorization request.', { anyOf: [REQUEST, PUSHED] }),
  responses: { 303: GOES_ON, ...REFUSED },
}

const push: OperationObject = {
  operationId: 'pushAuthorizationRequest',
  summary: 'Keeps an authorization request for ten minutes',
  description: 'Pushed authorization requests (RFC 9126).',
  tags: TAGS,
  security: CLIENT_SECURITY,
  requestBody: requestBody('The authorization request, and who the client is.', {
    ...REQUEST,
    properties: { ...BASIC, ...FURTHER, ...CLIENT_FIELDS },
    required: ['response_type', 'redirect_uri'],
  }),
  responses: {
    201: jsonResponse(
      'It is kept.',
      exactly({
        request_uri: REQUEST_URI,
        expires_in: { type: 'integer', const: 600, description: 'Seconds.' },
      }),
    ),
    ...REFUSED,
  },
}

export const AUTHORIZATION_PATHS: OpenApiPart['paths'] = {
  '/api/oauth/authorize': { get: open, post: begin },
  '/api/oauth/par': { post: push },
}
