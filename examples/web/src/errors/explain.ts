// Every documented error as a sentence that a person understands, and what they can do.
import { PERMISSIONS, RULES, sentenceOf, type Details } from './refusals.ts'

export interface Explanation {
  sentence: string
  /** What helps; undefined if the sentence says it all. */
  remedy?: 'retry' | 'sign-in' | 'step-up' | 'reload'
}

/** An entry of `errors`, as GraphQL has it. */
interface GraphQLFault {
  message: string
  extensions?: Readonly<Record<string, unknown>>
}

/** @param error what Apollo Client gives: a response with `errors`, or what the network failed with */
export function explain(error: unknown): Explanation {
  const [fault] = faultsOf(error)
  if (!fault) return { sentence: sentenceWithoutFault(error), remedy: 'retry' }
  const details = (fault.extensions?.details ?? {}) as Details
  const explained = BY_CODE[String(fault.extensions?.code)] ?? BY_CODE.INTERNAL_ERROR!
  return explained(details, fault)
}

/** What Apollo Client says of a response that is not GraphQL, such as of a proxy. */
interface Unexpected {
  errors?: readonly GraphQLFault[]
  statusCode?: number
  bodyText?: string
}

/** The errors of a response, also of one without the media type of GraphQL. */
function faultsOf(error: unknown): readonly GraphQLFault[] {
  const { errors, bodyText = '' } = (error ?? {}) as Unexpected
  if (errors || !bodyText.startsWith('{"errors":[')) return errors ?? []
  try {
    return (JSON.parse(bodyText) as Required<Pick<Unexpected, 'errors'>>).errors
  } catch {
    return []
  }
}

function sentenceWithoutFault(error: unknown): string {
  const { statusCode } = error as Unexpected
  if (statusCode === undefined) return 'The network does not respond.'
  return 'A part of the system is away for a moment.'
}

type Explain = (details: Details, fault: GraphQLFault) => Explanation

const BY_CODE: Readonly<Record<string, Explain>> = {
  INVALID_TOKEN: ({ reason }) =>
    reason === 'step_up'
      ? { sentence: 'Confirm first that it is you.', remedy: 'step-up' }
      : { sentence: 'You are signed out.', remedy: 'sign-in' },
  INSUFFICIENT_PERMISSIONS: explainPermission,
  NOT_FOUND: () => ({ sentence: 'This is no longer here.' }),
  VALIDATION_ERROR: (details, { message }) => ({
    sentence: sentenceOf(RULES, details) ?? issueSentences(details) ?? message,
  }),
  RATE_LIMIT_EXCEEDED: (details) => ({
    sentence: sentenceOf(RULES, details) ?? waitSentence(details),
    remedy: 'retry',
  }),
  PERSISTED_QUERY_NOT_FOUND: () => ({
    sentence: 'The server does not know this version of the app.',
    remedy: 'reload',
  }),
  INTERNAL_ERROR: ({ retry, requestId }) =>
    retry
      ? { sentence: 'A part of the system is away for a moment.', remedy: 'retry' }
      : { sentence: `Something is wrong on our side.${reference(requestId)}`, remedy: 'retry' },
}

function explainPermission(details: Details): Explanation {
  const { requiredScope, requiredLevel, level } = details
  if (requiredLevel !== undefined) {
    return { sentence: `This needs level ${requiredLevel}. You have reached level ${level}.` }
  }
  if (requiredScope === 'admin') {
    return { sentence: 'Sign in as an administrator first.', remedy: 'step-up' }
  }
  const sentence = sentenceOf(PERMISSIONS, details) ?? 'You may not do this.'
  return requiredScope === undefined ? { sentence } : { sentence, remedy: 'sign-in' }
}

type Issue = Pick<Details, 'field' | 'reason'>

/** What is wrong with the fields of a form. */
function issueSentences({ issues, field, reason = '' }: Details): string | undefined {
  if (issues) return issues.map(issueSentence).join(' ')
  return field === undefined ? undefined : issueSentence({ field, reason })
}

const nameOf = ({ field = '' }: Issue) => field.split('.').at(-1)!

function issueSentence({ reason = '', ...issue }: Issue): string {
  const words = nameOf(issue)
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${reason}.`
}

/** What a form is told about its fields: the name of each, without the path to it, and the sentence. */
export function fieldRefusals(error: unknown): { field: string; sentence: string }[] {
  const [fault] = faultsOf(error)
  const { issues, field, ...details } = (fault?.extensions?.details ?? {}) as Details
  const refused = issues ?? (field === undefined ? [] : [{ ...details, field }])
  return refused.map((issue) => ({
    field: nameOf(issue),
    sentence: sentenceOf(RULES, issue) ?? issueSentence(issue),
  }))
}

function waitSentence({ retryAfterSeconds: seconds = 60 }: Details): string {
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `That was much at once. Try again in ${time}.`
}

/** What support needs to find the request in the logs. */
function reference(requestId: string | undefined): string {
  return requestId === undefined ? '' : ` If you report it, name the request ${requestId}.`
}
