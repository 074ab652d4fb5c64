// The device authorization endpoint, for OpenAPI.
import { exactly, type OpenApiPart } from '#foundation/http/openapi.ts'
import { DEVICE_LIFETIME_S } from '../../domain/authorization/device-authorization.ts'
import { jsonResponse, REFUSED, text } from './responses.ts'
import { CLIENT_FIELDS, CLIENT_SECURITY, requestBody, TAGS } from './requests.ts'

const PAGE = 'http://localhost:7000/device'

const CODES = exactly({
  device_code: text(
    'The code with which the device polls.',
    'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS',
  ),
  user_code: text('The code that the person types.', 'WDJB-MJHT'),
  verification_uri: text('The page where the person types the code.', PAGE),
  verification_uri_complete: text(
    'The same with the code, for a QR code.',
    `${PAGE}?user_code=WDJB-MJHT`,
  ),
  expires_in: { type: 'integer', const: DEVICE_LIFETIME_S, description: 'Seconds.' },
  interval: { type: 'integer', description: 'Seconds between two polls.', examples: [5] },
})

export const DEVICE_PATHS: OpenApiPart['paths'] = {
  '/api/oauth/device_authorization': {
    post: {
      operationId: 'startDeviceAuthorization',
      summary: 'Starts the device flow',
      description:
        'For a device without a browser (RFC 8628), of a client that is registered for it.',
      tags: TAGS,
      security: CLIENT_SECURITY,
      requestBody: requestBody('What the device wants.', {
        type: 'object',
        properties: {
          scope: { ...text('Space separated, without `admin`.', 'identity'), default: 'identity' },
          ...CLIENT_FIELDS,
        },
      }),
      responses: { 200: jsonResponse('The codes.', CODES), ...REFUSED },
    },
  },
}
