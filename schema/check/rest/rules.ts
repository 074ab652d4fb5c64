// Step 9, as a table: what can change in an OpenAPI document, and how bad it is.
import { breaking, dangerous, safe, security, type Rules } from '../finding.ts'

export const restRules = {
  'rest-contract-removed': { ...breaking('the document is gone', 'no openapi.json'), final: true },
  'rest-path-removed': { ...breaking('a documented path is gone', '`/api/quests`'), final: true },
  'rest-method-removed': { ...breaking('a method is gone', '`POST /api/scrolls`'), final: true },
  'rest-operation-added': safe('a new path or method', '`GET /api/badges`'),
  'rest-security-weakened': security('fewer scopes are enough', '`identity` alone'),
  'rest-security-tightened': breaking('more scopes are needed', '`credentials`, too'),
  'rest-status-removed': breaking('a status is gone', '201 becomes 200'),
  'rest-success-added': dangerous('success may have another status', '202, too'),
  'rest-status-added': safe('one more error', '409'),
  'rest-media-type-removed': breaking('a media type is gone', '`application/json`'),
  'rest-property-removed': breaking('answers lack a property', '`quests[].title`'),
  'rest-property-added': safe('answers have one more property', '`quests[].difficulty`'),
  'rest-property-optional': breaking('answers may lack a property', 'it is `required` no more'),
  'rest-property-required': safe('answers always have a property', 'it is `required` now'),
  'rest-input-removed': dangerous('what is sent is ignored', 'no query parameter `near`'),
  'rest-input-added': safe('something more may be sent', '`?near=`'),
  'rest-input-required': breaking('something must be sent', 'a body must have `title`'),
  'rest-input-optional': safe('something need not be sent any more', '`title` is not `required`'),
  'rest-type-changed': breaking('a value is of another type', '`integer` becomes `string`'),
  'rest-type-compatible': safe('a type that fits the old one', '`number` becomes `integer`'),
  'rest-format-changed': dangerous('a text has another format', '`date-time` becomes `date`'),
  'rest-value-refused': breaking('a value is not taken any more', '`vote: "abstain"`'),
  'rest-value-added': dangerous('answers may hold a new value', '`type: "monthly"`'),
  'rest-values-compatible': safe('values that fit the old ones', 'one more to send'),
  'rest-alternatives-changed': dangerous('other alternatives', '`oneOf` with one more'),
} satisfies Rules

export type RestRule = keyof typeof restRules
