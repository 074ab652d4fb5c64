// The one table of error codes, and the error that carries a code from a rule to the response.
import { shortened, shown } from '#foundation/domain/shown-value.ts'

/** Every documented code with its HTTP status and meaning (contract, "Errors"). */
export const ERROR_CODES = {
  INVALID_TOKEN: { status: 401, meaning: 'expired or invalid access token' },
  INSUFFICIENT_PERMISSIONS: { status: 403, meaning: 'missing required scope or role' },
  NOT_FOUND: { status: 404, meaning: 'resource not found' },
  VALIDATION_ERROR: { status: 400, meaning: 'invalid request data' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'too many requests' },
  INTERNAL_ERROR: { status: 500, meaning: 'server error' },
} as const

export type ErrorCode = keyof typeof ERROR_CODES
export type ErrorDetails = Record<string, unknown>

/** One issue of the input: the field as the caller named it, and the rule it violates. */
export interface Issue {
  field: string
  reason: string
}

/**
 * How a peer did not respond. `http`: with a response that is not GraphQL. `other`: a queue of this process is full,
 * or a defect.
 */
export type FailureKind = 'http' | 'timeout' | 'network' | 'other'

/**
 * An error for the caller to read. graphql-js and the gateway keep `extensions`, so it reaches the
 * response as it was thrown.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly extensions: { code: ErrorCode; details: ErrorDetails }
  /** Level and message under which `logOutage` (outage-log.ts) logs the cause. */
  logged?: { level: 'warn' | 'error'; message: string }
  /** Why a peer did not respond. Only for the log, because it contains the URL of the peer. */
  reason?: string
  /** True when a peer may have run the request, although its response is missing. */
  mayHaveRun = false
  /** The kind of a peer's failure. Only for metrics. */
  failure?: FailureKind

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.extensions = { code, details }
  }
}

/** INVALID_TOKEN 401: the caller could not be authenticated. */
export function invalidToken(
  reason: 'missing' | 'expired' | 'invalid' | 'revoked' | 'step_up',
): DomainError {
  const message = {
    missing: 'An access token is required: send the header Authorization: Bearer <ACCESS_TOKEN>.',
    expired: 'The access token has expired.',
    invalid: 'The access token is not valid.',
    revoked: 'The access token has been revoked.',
    step_up:
      'This needs a sign-in with two factors within the last ten minutes: ask for authorization with acr_values=2 and max_age=600.',
  }[reason]
  return new DomainError('INVALID_TOKEN', message, { reason })
}

/** INSUFFICIENT_PERMISSIONS 403: the caller may not do this. */
export function forbidden(message: string, details: ErrorDetails): DomainError {
  return new DomainError('INSUFFICIENT_PERMISSIONS', message, details)
}

/** NOT_FOUND 404: unknown, or invisible to the caller. */
export function notFound(resource: string, id: string): DomainError {
  const details = { resource, id: shortened(id) }
  return new DomainError('NOT_FOUND', `${resource} ${shown(id)} does not exist.`, details)
}

/** VALIDATION_ERROR 400 with every field and rule; a single issue is put into `details` directly. */
export function invalidInput(issues: readonly [Issue, ...Issue[]]): DomainError {
  const message = issues.map(({ field, reason }) => `${shown(field)}: ${reason}`).join('; ')
  // The names of unknown fields are the caller's.
  const named = issues.map((issue) => ({ ...issue, field: shortened(issue.field) }))
  const details = named.length === 1 ? { ...named[0] } : { issues: named }
  return new DomainError('VALIDATION_ERROR', message, details)
}

/** The issues of a VALIDATION_ERROR: those of `invalidInput`, or of a rule about one field. */
export function issuesOf({ extensions: { code, details } }: DomainError): Issue[] {
  if (code !== 'VALIDATION_ERROR') return []
  if (Array.isArray(details.issues)) return details.issues as Issue[]
  return typeof details.field === 'string' ? [details as unknown as Issue] : []
}

/** VALIDATION_ERROR 400 for a violated domain rule, e.g. `ALREADY_VOTED`. */
export function refused(reason: string, message: string, details: ErrorDetails = {}): DomainError {
  return new DomainError('VALIDATION_ERROR', message, { reason, ...details })
}

/** INTERNAL_ERROR 500: a service that this response needs does not respond; a retry may help. */
export function serviceUnavailable(service: string): DomainError {
  const message = `The ${service} service does not answer.`
  return new DomainError('INTERNAL_ERROR', message, { service, retry: true })
}

/**
 * INTERNAL_ERROR 500: the database of a service is down, and nothing has changed; a retry may help. The outage has its
 * own log lines.
 */
export function databaseUnavailable(service: string, cause: unknown): DomainError {
  return asReported(Object.assign(serviceUnavailable(service), { cause }))
}

const reported = new WeakSet<Error>()

/** Marks an error that is already logged. Work throws it so that telemetry sees the failure. */
export function asReported<Failure extends Error>(error: Failure): Failure {
  reported.add(error)
  return error
}

/** True for an error that is already logged, such as that of a database that is down. */
export function isReported(error: unknown): boolean {
  return error instanceof Error && reported.has(error)
}

/** Handles the rejection of work that is tried again later. @throws an error that nobody has logged */
export function ignoreReported(error: unknown): void {
  if (!isReported(error)) throw error
}

/** INTERNAL_ERROR 500: a foreign service that this response needs sent no GraphQL; a retry does not help. */
export function unexpectedResponse(service: string, status: number): DomainError {
  const message = `The ${service} service sent a response that is not GraphQL.`
  return new DomainError('INTERNAL_ERROR', message, { service, status })
}

/**
 * INTERNAL_ERROR 500: the database of a service gave up on a statement, for example one that waited
 * for a lock for too long; a retry may help. The cause is logged at that level.
 */
export function serviceBusy(
  service: string,
  cause: unknown,
  level: 'warn' | 'error' = 'warn',
): DomainError {
  const message = `The ${service} service is busy.`
  const error = new DomainError('INTERNAL_ERROR', message, { service, retry: true })
  const logged = { level, message: 'a database gave up on a statement' }
  return Object.assign(error, { cause, logged })
}

/** The fault of a service token: its signature or form (`secret`), or its expiry (`clock`). */
export type ServiceTokenFault = 'secret' | 'clock'

/**
 * INTERNAL_ERROR 500: the service does not accept the service token of the calling process. This does not concern
 * the person for whom it calls: their access token stays valid.
 */
export function refusedServiceToken(service: string, fault: ServiceTokenFault): DomainError {
  const message = {
    secret: 'The calling process did not prove that it is a service of this system.',
    clock: 'The proof that the calling process is a service of this system has expired.',
  }[fault]
  const details = { service, reason: 'service_token', fault, retry: true }
  return new DomainError('INTERNAL_ERROR', message, details)
}

/** True for the error of a caller whose service token was refused. */
export function isRefusedServiceToken({ code, details }: DomainError['extensions']): boolean {
  return code === 'INTERNAL_ERROR' && details.reason === 'service_token'
}

/** INTERNAL_ERROR 500: a service that this response needs refuses this process; a retry may help. */
export function refusedByPeer(service: string): DomainError {
  const message = `The ${service} service does not accept calls from this process.`
  return new DomainError('INTERNAL_ERROR', message, { service, retry: true })
}

/** INTERNAL_ERROR 500: a queue of this process is full; a retry may help. */
export function overloaded(message: string): DomainError {
  return new DomainError('INTERNAL_ERROR', message, { retry: true })
}

/** The error of a request whose client has left: nobody receives it, and it is not a fault. */
export function clientLeft(): DomainError {
  return new DomainError('INTERNAL_ERROR', 'The client has closed its connection.')
}

const NUL_CHARACTER = new Set<unknown>(['22021', '22P05'])

/**
 * VALIDATION_ERROR 400 for PostgreSQL's error about U+0000, which it cannot store: the caller's
 * input contains one. Undefined for any other error.
 */
export function unstorableText(error: unknown): DomainError | undefined {
  const isNul = error instanceof Error && 'code' in error && NUL_CHARACTER.has(error.code)
  return isNul ? refused('NUL_CHARACTER', 'The text contains a NUL character.') : undefined
}

/** True for one of the documented codes. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)
}
