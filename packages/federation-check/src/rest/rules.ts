// Step 9, as a table: what can change in an OpenAPI document, and how bad it is.
import { breaking, dangerous, final, safe, security, type Rules } from '../finding.ts'

const DOCUMENTED = 'Callers that nobody knows may use whatever is documented.'
const STAY = 'Keep it, and mark it deprecated: true.'
const TOLERATE = 'Accept the old form as well.'
const RESPOND = 'Keep sending what the old document says, and add the new beside it.'
const TELL = 'Tell the callers before.'

export const restRules = {
  'rest-contract-removed': final(
    breaking('the OpenAPI document is removed', 'no `openapi.json`', {
      why: DOCUMENTED,
      fix: 'Put the document back.',
    }),
  ),
  'rest-path-removed': final(
    breaking('a documented path is removed', '`/api/quests`', { why: DOCUMENTED, fix: STAY }),
  ),
  'rest-method-removed': final(
    breaking('a method is removed', '`POST /api/scrolls`', { why: DOCUMENTED, fix: STAY }),
  ),
  'rest-operation-added': safe('a path or method is added', '`GET /api/badges`'),
  'rest-server-removed': breaking('a server address is removed', 'another port', {
    why: 'Callers still use the old address.',
    fix: 'Keep serving the old address.',
  }),
  'rest-server-added': safe('a server address is added', '`https://eu.example.org`'),
  'rest-operation-id-changed': dangerous('generated clients rename an operation', '`listQuests`', {
    fix: 'Keep the operationId.',
  }),
  'rest-tags-changed': safe('generated clients move an operation', '`tags: ["Learn"]`'),
  'rest-deprecation-changed': safe('a deprecation is added or removed', '`deprecated: true`'),
  'rest-callback-removed': breaking('a webhook or callback is removed', '`webhooks`', {
    why: DOCUMENTED,
    fix: 'Keep sending it.',
  }),
  'rest-callback-added': safe('a webhook or callback is added', '`callbacks`'),
  'rest-security-weakened': security('fewer scopes are required', '`identity` alone', {
    why: 'Callers without the scope can now call it.',
    fix: 'Put the requirement back, or let the owner of the data approve.',
  }),
  'rest-security-tightened': breaking('more scopes are required', '`credentials`, too', {
    why: 'A caller whose token lacks it is refused.',
    fix: 'Give the callers the new scopes first, or ask them.',
  }),
  'rest-scheme-changed': breaking('a security scheme has another type or address', '`tokenUrl`', {
    why: 'Callers still get their tokens at the old address.',
    fix: 'Keep the old scheme, and add another one.',
  }),
  'rest-status-removed': breaking('a success status is removed', '201 becomes 200', {
    why: 'Callers that expect this status treat another one as an error.',
    fix: 'Keep the status.',
  }),
  'rest-error-removed': dangerous('an error status that callers may handle is removed', '404', {
    fix: TELL,
  }),
  'rest-success-added': dangerous('a success status is added', '202, too', { fix: TELL }),
  'rest-status-added': safe('an error status is added', '409'),
  'rest-media-type-removed': breaking('a media type is removed', '`application/json`', {
    why: DOCUMENTED,
    fix: 'Keep the media type.',
  }),
  'rest-media-type-added': safe('a media type is added', '`text/csv`, too'),
  'rest-serialization-changed': breaking(
    'a parameter is serialized differently',
    '`explode: false`',
    { why: 'The server reads the same address in another way.', fix: TOLERATE },
  ),
  'rest-property-removed': breaking('responses lack a property or header', '`quests[].title`', {
    why: 'A caller that reads it finds nothing.',
    fix: STAY,
  }),
  'rest-property-added': safe('responses have a new property or header', '`quests[].difficulty`'),
  'rest-property-optional': breaking(
    'a response property or header may be absent',
    'it is no longer `required`',
    { why: 'A caller that relies on it finds nothing.', fix: 'Keep sending it always.' },
  ),
  'rest-property-required': safe(
    'a response property or header is always present',
    'it becomes `required`',
  ),
  'rest-input-removed': dangerous('an input is ignored', 'no query parameter `near`', {
    why: 'Callers that send it get other results, without any error.',
    fix: STAY,
  }),
  'rest-input-closed': breaking('an input is rejected', '`additionalProperties: false`', {
    why: 'Requests with it are refused.',
    fix: TOLERATE,
  }),
  'rest-input-added': safe('an optional input is added', '`?near=`'),
  'rest-input-required': breaking('an input becomes required', 'a body must have `title`', {
    why: 'Requests without it are refused.',
    fix: 'Make it optional, or give it a default value.',
  }),
  'rest-input-optional': safe('an input becomes optional', '`title` is not `required`'),
  'rest-type-changed': breaking('a value has another type', '`integer` becomes `string`', {
    why: 'Callers parse or send the old type.',
    fix: 'Add a property with the new type, and keep this one.',
  }),
  'rest-type-compatible': safe(
    'a value has another, compatible type',
    '`number` becomes `integer`',
  ),
  'rest-format-changed': dangerous('a value has another format', '`date-time` becomes `date`', {
    why: 'Callers parse or send the old format.',
    fix: 'Add a property with the new format, and keep this one.',
  }),
  'rest-value-refused': breaking('a value is no longer accepted', '`vote: "abstain"`', {
    why: 'Requests with the value are refused.',
    fix: TOLERATE,
  }),
  'rest-value-added': dangerous('responses may contain a new value', '`type: "monthly"`', {
    why: 'A caller that lists all values may fail on another one.',
    fix: TELL,
  }),
  'rest-values-replaced': breaking(
    'responses contain none of the former values',
    '`kind: "own"` becomes `"mine"`',
    { why: 'A caller that looks for a former value never finds it.', fix: RESPOND },
  ),
  'rest-values-compatible': safe(
    'the list of values changes compatibly',
    'requests accept one more',
  ),
  'rest-alternative-removed': breaking(
    'an alternative form of a value is removed',
    'the list alone, no page',
    { why: 'A caller that reads or sends this form fails.', fix: TOLERATE },
  ),
  'rest-alternative-added': dangerous('responses may have another form', '`oneOf` with one more', {
    why: 'A caller that knows the other forms may fail on this one.',
    fix: TELL,
  }),
  'rest-alternatives-compatible': safe(
    'the forms of a value change compatibly',
    'a response has one form less',
  ),
  'rest-instance-refused': breaking(
    'the forms of a request refuse a value that was valid',
    '`oneOf` with forms that overlap',
    { why: 'Requests with such a value are refused.', fix: TOLERATE },
  ),
  'rest-instances-undecided': dangerous(
    'the forms of a request may refuse a value that was valid',
    '`unevaluatedProperties`',
    {
      why: 'Requests that were accepted may be refused.',
      fix: 'Compare the forms yourself, and tell the callers before.',
    },
  ),
  'rest-alternative-taken': safe('requests may have another form', 'another `grant_type`'),
  'rest-bound-narrowed': breaking('a request accepts less', '`limit` up to 10, not 100', {
    why: 'Requests that were accepted are refused.',
    fix: TOLERATE,
  }),
  'rest-bound-widened': breaking('a response may contain more', 'a list of 200, not 100', {
    why: 'A caller that relies on the bound may fail.',
    fix: RESPOND,
  }),
  'rest-bound-compatible': safe('a bound changes compatibly', 'requests accept a longer `title`'),
  'rest-constraint-changed': breaking(
    'a value must satisfy another constraint',
    '`not`, `if`, `contains`',
    {
      why: 'Requests that were accepted may be refused, or responses differ.',
      fix: 'Keep the constraint, or tell the callers before.',
    },
  ),
  'rest-discriminator-changed': breaking('a discriminator changes', '`discriminator`', {
    why: 'Callers mistake one form for another.',
    fix: 'Keep the discriminator.',
  }),
  'rest-keyword-changed': dangerous('anything changes that no other rule covers', '`links`', {
    fix: TELL,
  }),
  'rest-pattern-changed': breaking('a string has another pattern', '`^\\w+$` becomes `^\\S$`', {
    why: 'Requests that were accepted may be refused, or responses differ.',
    fix: 'Keep the pattern, or allow more in requests and less in responses.',
  }),
  'rest-default-changed': dangerous('a default changes', '`limit` is 5, not 20', {
    why: 'Requests that leave it out get other results, without any error.',
    fix: 'Keep the default.',
  }),
  'rest-others-compatible': safe(
    'additional properties change compatibly',
    '`additionalProperties`',
  ),
} satisfies Rules

export type RestRule = keyof typeof restRules
