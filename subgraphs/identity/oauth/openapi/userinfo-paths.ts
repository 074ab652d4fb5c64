// UserInfo, for OpenAPI. It takes a bearer token, and its errors are like those of the REST paths.
import {
  exactly,
  reference,
  type OpenApiPart,
  type OperationObject,
} from '#foundation/http/openapi.ts'
import { OPENID_SCOPE } from '../../domain/grants/scope.ts'
import { jsonResponse, text } from './responses.ts'
import { TAGS } from './requests.ts'

const PERSON = exactly(
  {
    sub: text('The identity’s id.', 'identity_01kah3v8m2e9tbz5w7q0r4n6cd'),
    name: text('With the scope `profile`: the name that others see.', 'Ada Lovelace'),
    preferred_username: text('With the scope `profile`: the username.', 'ada'),
    picture: text(
      'With the scope `profile`: an SVG.',
      'http://localhost:7000/avatars/identity_01kah3v8m2e9tbz5w7q0r4n6cd.svg',
    ),
    updated_at: {
      type: 'integer',
      description:
        'With the scope `profile`: when one of these last changed, in seconds since the epoch.',
      examples: [1795167000],
    },
    email: text('With the scope `email`: the verified address, if any.', 'ada@example.org'),
    email_verified: { type: 'boolean', const: true, description: 'Present with `email`.' },
  },
  ['name', 'preferred_username', 'picture', 'updated_at', 'email', 'email_verified'],
)

function userinfo(operationId: string): OperationObject {
  return {
    operationId,
    summary: 'Who the person of the access token is',
    description: 'OpenID Connect Core, section 5.3.',
    tags: TAGS,
    security: [{ accessToken: [OPENID_SCOPE] }],
    responses: {
      200: jsonResponse('The person.', PERSON),
      401: reference('responses', 'INVALID_TOKEN'),
      403: reference('responses', 'INSUFFICIENT_PERMISSIONS'),
      429: reference('responses', 'RATE_LIMIT_EXCEEDED'),
      500: reference('responses', 'INTERNAL_ERROR'),
    },
  }
}

export const PERSON_PATHS: OpenApiPart['paths'] = {
  '/api/oauth/userinfo': { get: userinfo('userinfo'), post: userinfo('userinfoByPost') },
}
